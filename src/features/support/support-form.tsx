import { useRef, useState, type SubmitEvent } from "react";
import { privacyEmail } from "#lib/env.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { useSupportDraft } from "./support-draft.ts";
import {
  checkMessage,
  mailtoLink,
  type SupportErrors,
  type SupportMessage,
} from "./support-rules.ts";
import { UnsentMessage } from "./unsent-message.tsx";

/**
 * The message form. The page cannot send it: a complete message opens in the person's mail program, and what was typed
 * stays.
 */
export function SupportForm({ userId, email }: { userId: string | undefined; email: string }) {
  const { message, change } = useSupportDraft(userId, email);
  const [errors, setErrors] = useState<SupportErrors>({});
  const [complete, setComplete] = useState<SupportMessage>();
  const form = useRef<HTMLFormElement>(null);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = checkMessage(message);
    setErrors(found);
    const [first] = Object.keys(found);
    setComplete(first === undefined ? message : undefined);
    if (first === undefined) location.assign(mailtoLink(privacyEmail, message));
    else form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  const field = (name: keyof SupportMessage, label: string) => ({
    name,
    label,
    value: message[name],
    error: errors[name],
    required: true,
    onChange: (event: { target: { value: string } }) => {
      change({ [name]: event.target.value });
      setErrors((before) => ({ ...before, [name]: undefined }));
      setComplete(undefined);
    },
  });

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-4 grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...field("name", "Name")} autoComplete="name" />
        <Field {...field("email", "Email")} type="email" autoComplete="email" />
      </div>
      <Field {...field("subject", "Subject")} />
      <Field {...field("message", "Message")} multiline rows={6} />
      <div>
        <Button type="submit" variant="primary">
          Send Message
        </Button>
      </div>
      {complete && <UnsentMessage message={complete} />}
    </form>
  );
}
