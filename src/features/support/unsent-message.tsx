import { useEffect, useRef, useState } from "react";
import { privacyEmail } from "#lib/env.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { letter, mailtoLink, type SupportMessage } from "./support-rules.ts";

/** Says that the message waits in the mail program, and offers it for copying. Takes the focus, so that it is read out. */
export function UnsentMessage({ message }: { message: SupportMessage }) {
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
