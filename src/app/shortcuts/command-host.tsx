import { Suspense, useEffect } from "react";
import { searchOpen } from "#features/chat/search/search-open.ts";
import { lazyPage } from "../loading/lazy-page.ts";
import { type CommandScope, isPossible } from "./run-command.ts";
import { keysOf } from "./shortcut-list-rules.ts";
import { type Command, SHORTCUTS } from "./shortcut-rules.ts";

const SearchDialog = lazyPage(
  () => import("#features/chat/search/search-dialog.tsx"),
  (module) => module.SearchDialog,
);
const ShortcutsDialog = lazyPage(
  () => import("./shortcuts-dialog.tsx"),
  (module) => module.ShortcutsDialog,
);

/** The dialog that is open: the search, which offers the commands too, or the list of shortcuts. */
export function CommandHost({
  opened,
  scope,
  isMac,
  onRun,
  onClose,
}: {
  opened: "search" | "shortcuts";
  scope: CommandScope;
  isMac: boolean;
  onRun: (command: Command) => void;
  onClose: () => void;
}) {
  // Not open for whoever logs in next.
  useEffect(() => () => searchOpen.set(false), []);

  const commandsNow = () =>
    SHORTCUTS.filter(({ command }) => command !== "search" && isPossible(command, scope)).map(
      (shortcut) => ({
        name: shortcut.name,
        keys: keysOf(shortcut, isMac),
        run: () => onRun(shortcut.command),
      }),
    );
  return (
    <Suspense>
      {opened === "shortcuts" && <ShortcutsDialog isMac={isMac} onClose={onClose} />}
      {opened === "search" && scope.userId !== null && (
        <SearchDialog userId={scope.userId} commandsNow={commandsNow} onClose={onClose} />
      )}
    </Suspense>
  );
}
