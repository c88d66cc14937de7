import { useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isAtDrawer } from "#lib/drawer-entry.ts";
import { paths } from "#lib/paths.ts";
import { hasSignedInBefore } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { handOver } from "./auth-rules.ts";

/** The dialog that asks a visitor to log in when they send a message or create a chat. */
export function LoginPrompt({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const main = useRef<HTMLButtonElement>(null);
  const isNew = !hasSignedInBefore();
  const goTo = (path: string) => {
    onClose();
    void navigate(path, { state: handOver({ from: pathname }), replace: isAtDrawer() });
  };
  return (
    <Dialog
      onClose={onClose}
      title="Log in to continue"
      description="You need to be logged in to send messages. Create an account or log in to start chatting."
      initialFocus={main}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            ref={isNew ? main : undefined}
            variant={isNew ? "primary" : "secondary"}
            onClick={() => goTo(paths.signup)}
          >
            Sign up
          </Button>
          <Button
            ref={isNew ? undefined : main}
            variant={isNew ? "secondary" : "primary"}
            onClick={() => goTo(paths.login)}
          >
            Log in
          </Button>
        </>
      }
    />
  );
}
