import { useEffect, useEffectEvent } from "react";
import { listen } from "#lib/listen.ts";
import { useStore } from "#lib/store.ts";
import { ErrorBoundary } from "../loading/error-boundary.tsx";
import { lazyPage } from "../loading/lazy-page.tsx";
import { AwaitedDialog } from "./awaited-dialog.tsx";
import { openedDialog } from "./opened-dialog.ts";
import { isStep, pressedCommand, useCommands } from "./use-commands.ts";

const CommandHost = lazyPage(() => import("./command-host.tsx"), "CommandHost");

/** Listens for the shortcuts, and shows the search and the list of shortcuts. */
export function Shortcuts({ userId, chatId }: { userId: string | null; chatId: string | null }) {
  const { scope, run } = useCommands(userId, chatId);
  const opened = useStore(openedDialog, (dialog) => dialog);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = pressedCommand(event, userId);
    if (command === null) return;
    event.preventDefault();
    // In the drawer nav-drawer.tsx listens. The search makes way for the list.
    const isBlocked =
      document.querySelector("[role=dialog]") && (opened !== "search" || command !== "shortcuts");
    if (isBlocked || (event.repeat && !isStep(command))) return;
    run(command);
  });
  useEffect(() => listen(document, ["keydown"], (event) => onKeyDown(event)), []);

  return (
    opened !== null && (
      <ErrorBoundary floating resetKey={opened} fallback={<AwaitedDialog />}>
        <CommandHost opened={opened} scope={scope} onRun={run} />
      </ErrorBoundary>
    )
  );
}
