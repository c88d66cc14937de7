import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { NOTICES, notify } from "#lib/notices.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { sendResetLink } from "./auth-api.ts";
import { readableText } from "./auth-rules.ts";
import { EmailField } from "./email-field.tsx";

/** The dialog behind 'Forgot password?'. It says the same for known and unknown addresses. */
export function ForgotPassword({ email: typed, onClose }: { email: string; onClose: () => void }) {
  const [email, setEmail] = useState(typed);
  const emailBox = useRef<HTMLInputElement>(null);
  const request = useMutation({
    mutationFn: sendResetLink,
    onSuccess: () => {
      notify(NOTICES.resetSent);
      onClose();
    },
    onError: (error) => {
      notify(NOTICES.resetFailed(readableText(error)));
      // The pressed button was disabled meanwhile and has lost the focus.
      emailBox.current?.focus();
    },
  });

  return (
    <Dialog
      onClose={onClose}
      title="Reset your password"
      description="Enter your email and we will send you a link to set a new password."
    >
      <form
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          // In React the event bubbles to the login form around this component, though not in the DOM.
          event.stopPropagation();
          if (!request.isPending) request.mutate(email.trim());
        }}
      >
        <EmailField
          ref={emailBox}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={request.isPending}>
            Send reset link
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
