import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router-dom";
import { focusBox } from "#features/chat/composer/focused-box.ts";
import { receivesText } from "#features/chat/composer/receives-text.ts";
import { useCreateChat } from "#features/chat/new-chat/use-create-chat.ts";
import { useStore } from "#lib/store.ts";
import { ErrorBoundary } from "../loading/error-boundary.tsx";
import { lazyPage } from "../loading/lazy-page.ts";
import { useLoginPrompt } from "../loading/login-prompt-provider.tsx";
import { EarlyKeys } from "./early-keys.tsx";
import { openedDialog } from "./opened-dialog.ts";
import { type Command, commandOf } from "./shortcut-rules.ts";

/** Fetches the search and the list of shortcuts. */
export const loadCommands = () => import("./command-host.tsx");
const CommandHost = lazyPage(loadCommands, (module) => module.CommandHost);

const isMac = () => navigator.userAgent.includes("Mac");

/** Listens for the shortcuts, and shows the search and the list of shortcuts. */
export function Shortcuts({ userId, chatId }: { userId: string | null; chatId: string | null }) {
  const onLoginRequired = useLoginPrompt();
  const create = useCreateChat({ userId, onLoginRequired });
  const scope = { client: useQueryClient(), userId, chatId, navigate: useNavigate() };
  const opened = useStore(openedDialog, (dialog) => dialog);

  const run = (command: Command) => {
    if (command === "new-chat") return create();
    if (command === "focus-box") return void focusBox(true);
    if (command === "search" || command === "shortcuts") return openedDialog.set(command);
    // Without that code the keys do nothing.
    import("./run-command.ts").then(
      ({ runCommand }) => runCommand(command, scope),
      () => undefined,
    );
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = commandOf(event, isMac(), receivesText(event.target));
    // The button 'Stop' listens itself.
    if (command === null || command === "stop" || event.defaultPrevented) return;
    // Visitors have nothing to search: the keys stay the browser's.
    if (command === "search" && userId === null) return;
    event.preventDefault();
    const isStep = command === "next-chat" || command === "previous-chat";
    if (document.querySelector("[role=dialog]") || (event.repeat && !isStep)) return;
    run(command);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  return (
    opened !== null && (
      <ErrorBoundary floating resetKey={opened}>
        <Suspense fallback={<EarlyKeys />}>
          <CommandHost opened={opened} scope={scope} isMac={isMac()} onRun={run} />
        </Suspense>
      </ErrorBoundary>
    )
  );
}
