import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { paths } from "#lib/paths.ts";
import { queryClient } from "#lib/query-client.ts";
import { serverTime } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { postImport, readTitlesOf } from "./import-api.ts";
import { patientCalls } from "./import-steps.ts";
import { readAllAgain } from "./read-again.ts";
import { importLine, type UndoableImport, undoableImports } from "./undoable-imports.ts";

/**
 * The imports that can be undone, each with a button 'Undo import', and the chats that an undo has kept.
 * @param only The one import that is shown; all when absent.
 */
export function UndoImports({
  userId,
  only,
  onUndone,
}: {
  userId: string;
  only?: string;
  onUndone?: () => void;
}) {
  const id = useId();
  const all = useUndoable(userId);
  const undo = useMutation({
    mutationFn: ({ importId }: UndoableImport) => undoImport(userId, importId),
    ...(onUndone && { onSuccess: onUndone }),
  });
  const listed = only === undefined ? all : all.filter(({ importId }) => importId === only);
  const undoing = undo.isPending ? undo.variables : null;
  const isListed = listed.some(({ importId }) => importId === undoing?.importId);
  const rows = undoing === null || isListed ? listed : [undoing, ...listed];
  const kept = undo.data;
  if (rows.length === 0 && kept === undefined && undo.error === null) return null;
  return (
    <div className="mt-5 grid grid-cols-1 gap-4 border-t border-line pt-5 text-sm text-ink-muted">
      <output className="empty:sr-only">
        {undo.error !== null
          ? undo.error.message
          : kept !== undefined &&
            (kept.length === 0
              ? "The import was undone."
              : "The import was undone. These chats stay, because something has been written in them since:")}
      </output>
      {kept !== undefined && kept.length > 0 && (
        <ul>
          {kept.map(({ id, title }) => (
            <li key={id}>
              <TextLink to={paths.chat(id)}>{title ?? "New conversation"}</TextLink>
            </li>
          ))}
        </ul>
      )}
      <ul className="grid grid-cols-1 gap-4 empty:hidden">
        {rows.map((row) => (
          <li
            key={row.importId}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
          >
            <p id={`${id}-${row.importId}`} className="min-w-0 flex-[1_1_14rem]">
              {only === undefined
                ? importLine(row)
                : "You can undo this import for ten minutes, here or under 'Import chats'."}
            </p>
            <Button
              aria-describedby={`${id}-${row.importId}`}
              busy={row.importId === undoing?.importId}
              disabled={undo.isPending}
              onClick={() => undo.mutate(row)}
            >
              Undo import
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The imports whose ten minutes are not over; none while that cannot be read. */
function useUndoable(userId: string): readonly UndoableImport[] {
  const { data = [] } = useQuery(undoableImports(userId));
  const [now, setNow] = useState(() => serverTime());
  const open = data.filter(({ until }) => Date.parse(until) > now);
  const nextEnd = Math.min(...open.map(({ until }) => Date.parse(until)));
  useEffect(() => {
    if (!Number.isFinite(nextEnd)) return;
    // The timer may be early.
    const onEnd = () => setNow(Math.max(serverTime(), nextEnd));
    const timer = setTimeout(onEnd, nextEnd - serverTime());
    return () => clearTimeout(timer);
  }, [nextEnd]);
  return open;
}

/** Undoes an import, and returns the chats that stay. Waits for the network. */
async function undoImport(userId: string, importId: string) {
  const call = patientCalls(new AbortController().signal);
  const chats = await call(() => postImport(userId, { importId, undo: true }));
  queryClient.setQueryData(undoableImports(userId).queryKey, (imports) =>
    imports?.filter((one) => one.importId !== importId),
  );
  readAllAgain(userId, new Set(chats.flatMap(({ here, chatId }) => (here === 0 ? chatId : []))));
  const kept = chats.flatMap(({ problem, chatId }) => (problem && chatId ? chatId : []));
  return kept.length === 0 ? [] : call(() => readTitlesOf(kept));
}
