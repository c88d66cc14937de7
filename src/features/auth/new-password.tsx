import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { NOTICES, notify } from "#lib/notices.ts";
import { useSession } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { readableText } from "./auth-rules.ts";
import { usePasswordPair } from "./password-pair.tsx";
import { acceptRecovery, endRecovery, type Recovery } from "./password-recovery.ts";

/** 'Set a new password', for whoever opened an emailed link. Says whose it is, and that saving signs them in. */
export function NewPassword({ recovery }: { recovery: Recovery }) {
  const isSignedIn = useSession().status === "signed-in";
  const passwords = usePasswordPair("New password");
  const change = useMutation({
    mutationFn: (password: string) => acceptRecovery(recovery, password),
    onSuccess: () => notify(NOTICES.passwordChanged),
    onError: (error) => {
      notify(NOTICES.passwordChangeFailed(readableText(error)));
      // The pressed button was disabled meanwhile and has lost the focus.
      passwords.retype();
    },
  });
  // When it goes with the focus in it, the heading has the focus.
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        document.querySelector("h1")?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <Card
      title="Set a new password"
      description={
        isSignedIn
          ? `For ${recovery.email}. It replaces the one you forgot.`
          : `For ${recovery.email}. Saving it logs you in as ${recovery.email} in this browser.`
      }
    >
      <form
        className="grid max-w-form gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isPending && passwords.check()) change.mutate(passwords.password);
        }}
      >
        {passwords.boxes}
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" variant="primary" busy={change.isPending}>
            Save new password
          </Button>
          <Button onClick={endRecovery} disabled={change.isPending}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}
