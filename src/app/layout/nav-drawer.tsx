import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useUserId } from "#lib/session.ts";
import { Drawer } from "#ui/drawer.tsx";
import { isStep, pressedCommand, useCommands } from "../shortcuts/use-commands.ts";
import { isAtDrawer } from "./use-drawer.ts";

type DrawerProps = { chatId: string | null; onClose: () => void };

/** The sidebar in narrow windows. */
export function NavDrawer({ children, ...props }: DrawerProps & { children: ReactNode }) {
  const [isHidden, setHidden] = useState(false);
  if (isHidden) return null;
  return (
    <>
      <DrawerShortcuts {...props} onHide={() => setHidden(true)} />
      <Drawer
        open
        onOpenChange={(open) => {
          if (!open) props.onClose();
        }}
        label="Menu"
      >
        {children}
      </Drawer>
    </>
  );
}

/** The shortcuts while the drawer is open: it closes, and the command is carried out. */
function DrawerShortcuts({ chatId, onClose, onHide }: DrawerProps & { onHide: () => void }) {
  const userId = useUserId();
  const { run } = useCommands(userId, chatId);
  const opener = useRef<Element>(null);
  // Before the drawer takes the focus.
  useLayoutEffect(() => {
    opener.current = document.activeElement;
  }, []);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
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
      return;
    }
    // At once: the next key belongs to what the command opens.
    flushSync(onHide);
    if (opener.current instanceof HTMLElement) opener.current.focus();
    run(command);
    if (isAtDrawer()) onClose();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener, true);
    return () => document.removeEventListener("keydown", listener, true);
  }, []);
  return null;
}
