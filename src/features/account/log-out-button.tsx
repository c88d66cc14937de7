import { useState } from "react";
import { NOTICES, notify } from "#lib/notices.ts";
import { Button } from "#ui/button.tsx";

/** 'Log out'. `onLogOut` ends the session and throws when it could not, which a notice says. */
export function LogOutButton({ onLogOut }: { onLogOut: () => Promise<void> }) {
  const [leaving, setLeaving] = useState(false);
  const logOut = async () => {
    setLeaving(true);
    try {
      await onLogOut();
    } catch {
      notify(NOTICES.logOutFailed);
    } finally {
      setLeaving(false);
    }
  };
  return (
    <Button busy={leaving} onClick={() => void logOut()}>
      Log out
    </Button>
  );
}
