import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { isAtDrawer } from "#lib/drawer-entry.ts";
import { listen } from "#lib/listen.ts";
import { useUserId } from "#lib/session.ts";
import { Drawer } from "#ui/dialog.tsx";
import type { Command } from "../shortcuts/shortcut-rules.ts";
import { isStep, pressedCommand, useCommands } from "../shortcuts/use-commands.ts";

type Props = {
  chatId: string | null;
  onClose: () => void;
  /** The sidebar, for a function that opens the search. */
  children: (onSearch: () => void) => ReactNode;
};

/**
 * The sidebar in narrow windows. For a shortcut, and for its own 'Search chats', it closes, and that is carried out.
 */
export function NavDrawer({ chatId, onClose, children }: Props) {
  const userId = useUserId();
  const { run } = useCommands(userId, chatId);
  const [isHidden, setHidden] = useState(false);
  // Before the drawer takes the focus.
  const [opener] = useState(() => document.activeElement);

  const carryOut = (command: Command) => {
    // At once: the next key belongs to what the command opens.
    flushSync(() => setHidden(true));
    if (opener instanceof HTMLElement) opener.focus();
    run(command);
    if (isAtDrawer()) onClose();
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isHidden) return;
    const command = pressedCommand(event, userId);
    // Over the drawer there may be another dialog.
    const isCovered = document.querySelectorAll("[role=dialog]").length > 1;
    if (command === null || event.repeat || isCovered) return;
    event.preventDefault();
    // Without a dialog the page's own listener would carry it out again.
    event.stopPropagation();
    if (isStep(command)) {
      // Once the drawer's entry has gone, whether or not there is a chat to go to.
      window.addEventListener("popstate", () => run(command), { once: true });
      onClose();
    } else carryOut(command);
  });
  useEffect(
    () => listen(document, ["keydown"], (event) => onKeyDown(event), { capture: true }),
    [],
  );

  if (isHidden) return null;
  return (
    <Drawer onClose={onClose} label="Menu">
      {children(() => carryOut("search"))}
    </Drawer>
  );
}
