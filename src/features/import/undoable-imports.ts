import { queryOptions } from "@tanstack/react-query";
import type { UndoableImportsResponse } from "#contract";
import { counted } from "#lib/counted.ts";
import { queryClient } from "#lib/query-client.ts";
import { serverTime } from "#lib/session.ts";
import { readUndoableImports } from "./import-api.ts";
import { unfinishedImport } from "./unfinished-import.ts";

export type UndoableImport = UndoableImportsResponse["imports"][number];

const UNDO_MS = 10 * 60_000;

/** The imports of a person that the server can undo, the newest first. */
export const undoableImports = (userId: string) =>
  queryOptions({
    queryKey: ["undoable-imports", userId],
    queryFn: () => readUndoableImports(userId),
    staleTime: 0,
    // As long as any of them can be continued.
    gcTime: UNDO_MS,
  });

/** The unfinished import of this browser as long as it can be undone; null when there is none. */
export function importToContinue(userId: string): string | null {
  const imports = queryClient.getQueryData(undoableImports(userId).queryKey) ?? [];
  const unfinished = unfinishedImport(userId).get();
  const found = imports.find(({ importId }) => importId === unfinished);
  return found !== undefined && serverTime() < Date.parse(found.until) ? found.importId : null;
}

/** `2 chats with 6 messages, imported at 14:05`. */
export function importLine({ until, chats, messages }: UndoableImport): string {
  const at = new Date(Date.parse(until) - UNDO_MS);
  const time = at.toLocaleTimeString("en-GB", { timeStyle: "short" });
  return `${counted(chats, "chat")} with ${counted(messages, "message")}, imported at ${time}`;
}
