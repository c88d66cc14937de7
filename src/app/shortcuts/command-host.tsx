import { useEffect } from "react";
import { isMac } from "#ui/keys.tsx";
import { lazyPage } from "../loading/lazy-page.tsx";
import { openedDialog } from "./opened-dialog.ts";
import { type CommandScope, isPossible } from "./run-command.ts";
import { COMMAND_NAMES, keysOf } from "./shortcut-list-rules.ts";
import { type Command, SHORTCUTS } from "./shortcut-rules.ts";

const SearchDialog = lazyPage(
  () => import("#features/chat/search/search-dialog.tsx"),
  "SearchDialog",
);
const ShortcutsDialog = lazyPage(() => import("./shortcuts-dialog.tsx"), "ShortcutsDialog");

const close = () => openedDialog.set(null);

/** The dialog that is open: the search, which offers the commands too, or the list of shortcuts. */
export function CommandHost({
  opened,
  scope,
  onRun,
}: {
  opened: "search" | "shortcuts";
  scope: CommandScope;
  onRun: (command: Command) => void;
}) {
  // Not open for whoever logs in next.
  useEffect(() => close, []);
  const isUseless = opened === "search" && scope.userId === null;
  useEffect(() => {
    if (isUseless) close();
  }, [isUseless]);

  const commandsNow = () =>
    SHORTCUTS.filter(({ command }) => command !== "search" && isPossible(command, scope)).map(
      (shortcut) => ({
        kind: "command" as const,
        name: COMMAND_NAMES[shortcut.command],
        keys: keysOf(shortcut, isMac()),
        run: () => onRun(shortcut.command),
      }),
    );
  return (
    <>
      {opened === "shortcuts" && <ShortcutsDialog onClose={close} />}
      {opened === "search" && scope.userId !== null && (
        <SearchDialog userId={scope.userId} commandsNow={commandsNow} onClose={close} />
      )}
    </>
  );
}
