import { useMutation } from "@tanstack/react-query";
import { NOTICES, notify } from "#lib/notices.ts";
import { endPasswordRecovery } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { setPassword } from "./auth-api.ts";
import { readableText } from "./auth-rules.ts";
import { PasswordPair, usePasswordPair } from "./password-pair.tsx";

/** The 'Set a new password' panel, for someone who came through the e-mailed link. */
export function NewPassword() {
  const passwords = usePasswordPair();
  const change = useMutation({
    mutationFn: setPassword,
    onSuccess: () => {
      notify(NOTICES.passwordChanged);
      endPasswordRecovery();
    },
    onError: (error) => notify(NOTICES.passwordChangeFailed(readableText(error))),
  });
  return (
    <Card title="Set a new password" description="It replaces the one you forgot.">
      <form
        className="grid max-w-form gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!change.isPending && passwords.check()) change.mutate(passwords.password);
        }}
      >
        <PasswordPair {...passwords} label="New password" confirmLabel="Confirm new password" />
        <Button
          type="submit"
          variant="primary"
          busy={change.isPending}
          className="justify-self-start"
        >
          Save new password
        </Button>
      </form>
    </Card>
  );
}
