import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { privacyEmail } from "#lib/env.ts";
import { useStore } from "#lib/store.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { supportDraft } from "./support-draft.ts";
import {
  checkMessage,
  EMPTY_MESSAGE,
  letter,
  mailtoLink,
  type SupportErrors,
  type SupportMessage,
} from "./support-rules.ts";

const isTyped = (draft: Partial<SupportMessage>) =>
  Object.values(draft).some((text) => text !== "");

/**
 * The message form. The page cannot send it: a complete message opens in the person's mail program, and what was typed
 * stays.
 */
export function SupportForm({ userId, email }: { userId: string | undefined; email: string }) {
  const draft = supportDraft(userId);
  const typed = useStore(draft, (kept) => kept);
  const message = { ...EMPTY_MESSAGE, email, ...typed };
  // What a visitor has typed is theirs who logs in then.
  useEffect(() => {
    if (userId === undefined) return;
    const [own, visitors] = [supportDraft(userId), supportDraft(undefined)];
    if (isTyped(own.get()) || !isTyped(visitors.get())) return;
    own.change((before) => ({ ...before, ...visitors.get() }));
    visitors.forget();
  }, [userId]);
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
      draft.change((before) => ({ ...before, [name]: event.target.value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
      setComplete(undefined);
    },
  });

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-4 grid gap-5">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field {...field("name", "Name")} autoComplete="name" />
        <Field {...field("email", "Email")} type="email" autoComplete="email" />
      </div>
      <Field {...field("subject", "Subject")} />
      <Field {...field("message", "Message")} rows={6} />
      <div>
        <Button type="submit" variant="primary">
          Send Message
        </Button>
      </div>
      {complete && <UnsentMessage message={complete} />}
    </form>
  );
}

/** Says that the message waits in the mail program, and offers it for copying. Takes the focus, so that it is read out. */
function UnsentMessage({ message }: { message: SupportMessage }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div
      ref={panel}
      tabIndex={-1}
      role="alert"
      className="rounded-lg border border-line bg-surface-sunken p-5"
    >
      <p className="font-medium">Your message could not be sent from here</p>
      <p className="mt-1 text-sm text-ink-muted">
        This page cannot send email itself, so nothing has left your browser. Your mail program
        opens with the message; send it there. If none opens, copy the message and write to{" "}
        <span className="break-all text-ink">{privacyEmail}</span>.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={mailtoLink(privacyEmail, message)} className={buttonClass({ variant: "primary" })}>
          Send as email
        </a>
        <CopyButton text={`${message.subject.trim()}\n\n${letter(message)}`} />
      </div>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [label, setLabel] = useState("Copy message");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setLabel("Copied");
    } catch {
      setLabel("Copying is not allowed here");
    }
  };
  return <Button onClick={() => void copy()}>{label}</Button>;
}
