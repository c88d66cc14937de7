import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { OpenedDialog } from "./message-actions.tsx";
import type { Row } from "./row-rules.ts";

/**
 * The dialog about a message that is open. Who comes back because an edited message was refused finds it open again, as
 * soon as the message is loaded.
 */
export function useOpenedDialog(rows: readonly Row[]) {
  const navigate = useNavigate();
  const { hash, state } = useLocation();
  const [pressed, setPressed] = useState<OpenedDialog | null>(null);
  const edited = (state as { edited?: string } | null)?.edited;
  const returned = edited === undefined ? undefined : rows.find(({ id }) => id === edited);
  const opened: OpenedDialog | null =
    pressed ?? (returned === undefined ? null : { name: "edit", row: returned });
  const close = () => {
    setPressed(null);
    if (edited !== undefined) void navigate({ hash }, { replace: true, state: null });
  };
  return { opened, open: setPressed, close };
}
