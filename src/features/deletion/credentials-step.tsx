import { useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from "react";
import { NOTICES } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/field.tsx";
import { isComposing } from "#ui/input-method.ts";
import { BillingNote } from "./billing-note.tsx";
import { mayContinue, type TypedCredentials } from "./deletion-flow.ts";

const DELETED = ["Your account", "All chats", "All messages", "All data"];

/** Step 1: the warning, a way to keep a copy of the chats (`history`), and the confirmation of email and password. */
export function CredentialsStep({
  email: own,
  history,
  verifying,
  onContinue,
}: {
  email: string;
  history: ReactNode;
  verifying: boolean;
  /** Returns the field that is wrong. */
  onContinue: (credentials: TypedCredentials) => Promise<keyof TypedCredentials | null>;
}) {
  const [email, setEmail] = useState(own);
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState<keyof TypedCredentials | null>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const submit = async () => {
    if (verifying) return;
    if (email === own && password === "") return passwordField.current?.focus();
    const field = await onContinue({ email, password });
    setWrong(field);
    // The fields are gone when the quiz has opened. Else one takes the focus, which the disabled button has lost.
    const { current } = field === "email" ? emailField : passwordField;
    current?.focus();
    current?.select();
  };
  const errorOf = (field: keyof TypedCredentials, error: string) =>
    wrong === field ? error : undefined;
  // Enter submits even while Continue is disabled, so that a different email is told why.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.repeat || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    void submit();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <>
      <Card
        tone="danger"
        title="Danger Zone"
        description="Deleting your account is permanent. It cannot be undone. This is what will be deleted:"
      >
        <ul className="grid list-disc gap-1.5 pl-5">
          {DELETED.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        <BillingNote />
      </Card>
      <Card title="Keep a copy" description="Your chats cannot be recovered afterwards.">
        {history}
      </Card>
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        <p className="text-ink-muted">To continue, confirm that it is you.</p>
        <Field
          ref={emailField}
          label="Email"
          type="email"
          autoComplete="username"
          required
          readOnly={verifying}
          error={errorOf("email", NOTICES.emailDiffers.title)}
          value={email}
          onChange={(event) => {
            setWrong(null);
            setEmail(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <Field
          ref={passwordField}
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          readOnly={verifying}
          error={errorOf("password", NOTICES.wrongPassword.title)}
          value={password}
          onChange={(event) => {
            setWrong(null);
            setPassword(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            variant="danger"
            busy={verifying}
            disabled={!mayContinue({ email, password }, own)}
          >
            Continue
          </Button>
          <ButtonLink to={paths.manageMembership}>Cancel</ButtonLink>
        </div>
      </form>
    </>
  );
}
