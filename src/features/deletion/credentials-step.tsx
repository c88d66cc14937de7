import { useRef, useState, type KeyboardEvent, type SubmitEvent } from "react";
import { paths } from "#lib/paths.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Field } from "#ui/field.tsx";
import { emailMatches, mayContinue, type TypedCredentials } from "./credentials-rules.ts";

const DELETED = ["Your account", "All chats", "All messages", "All data"];

/** Step 1: the warning, and the confirmation of email and password. */
export function CredentialsStep({
  email: own,
  verifying,
  onContinue,
}: {
  email: string;
  verifying: boolean;
  onContinue: (credentials: TypedCredentials) => Promise<void>;
}) {
  const [email, setEmail] = useState(own);
  const [password, setPassword] = useState("");
  const passwordField = useRef<HTMLInputElement>(null);

  const submit = async () => {
    if (verifying) return;
    if (emailMatches(email, own) && password === "") return passwordField.current?.focus();
    await onContinue({ email, password });
    // When the step has not changed, the password was refused: select it, as the disabled button has lost the focus.
    passwordField.current?.select();
  };
  // Enter submits even while Continue is disabled, so that a different email is told why.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.repeat || event.nativeEvent.isComposing) return;
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
      </Card>
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        <p className="text-ink-muted">To continue, confirm that it is you.</p>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          required
          readOnly={verifying}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Field
          ref={passwordField}
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          readOnly={verifying}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
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
