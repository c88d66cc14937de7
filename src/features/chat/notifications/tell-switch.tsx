import { useReducer, useSyncExternalStore } from "react";
import { onComingBack } from "#lib/listen.ts";
import { useStore } from "#lib/store.ts";
import { Switch } from "#ui/switch.tsx";
import type { Permission } from "./notification-rules.ts";
import { permissionNow, tellStore } from "./tell-when-done.ts";

const ALLOWED =
  "Shows a system notification while this page is in the background. Saved in this browser only.";
const REFUSED: Partial<Record<Permission, string>> = {
  unsupported: "This browser cannot show notifications.",
  denied:
    "Your browser blocks notifications from this page. Allow them in the browser's settings first.",
};

/** The switch 'Tell me when a reply is done' of the person who is signed in. */
export function TellSwitch({ userId }: { userId: string }) {
  const store = tellStore(userId);
  const isWanted = useStore(store, (isOn) => isOn);
  const permission = useSyncExternalStore(onComingBack, permissionNow);
  const [, readAgain] = useReducer((times: number) => times + 1, 0);
  const change = async (isOn: boolean) => {
    // The browser asks only after a press.
    const isAllowed = isOn && (await Notification.requestPermission()) === "granted";
    store.change(() => isAllowed);
    readAgain();
  };
  return (
    <Switch
      label="Tell me when a reply is done"
      description={<output>{REFUSED[permission] ?? ALLOWED}</output>}
      checked={isWanted && permission === "granted"}
      disabled={permission === "unsupported"}
      onCheckedChange={(isOn) => void change(isOn)}
    />
  );
}
