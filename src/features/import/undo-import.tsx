import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { paths } from "#lib/paths.ts";
import { serverTime } from "#lib/session.ts";
import { useStore } from "#lib/store.ts";
import { Button } from "#ui/button.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { postImport, readTitlesOf } from "./import-api.ts";
import { patientCalls } from "./import-steps.ts";
import { lastImport } from "./last-import.ts";
import { readAllAgain } from "./read-again.ts";

/**
 * The button 'Undo import', for ten minutes after the newest import of this browser, and what came of it: which chats stay.
 * @param before Says what it takes back.
 */
export function UndoImport({
  userId,
  before,
  onUndone,
}: {
  userId: string;
  before: string;
  onUndone?: () => void;
}) {
  const importId = useLastImport(userId);
  const undo = useMutation({
    mutationFn: (id: string) => takeBack(userId, id),
    ...(onUndone && { onSuccess: onUndone }),
  });
  const kept = undo.data;
  if (kept === undefined && importId === null && !undo.isPending) return null;
  return (
    <div
      className={`mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 ${kept === undefined ? "border-t border-line pt-5" : ""}`}
    >
      <output className="min-w-0 flex-[1_1_14rem] text-sm text-ink-muted">
        {undo.error !== null
          ? undo.error.message
          : kept === undefined
            ? before
            : kept.length === 0
              ? "The import was undone."
              : "The import was undone. These chats stay, because something has been written in them since:"}
      </output>
      {kept === undefined ? (
        <Button
          busy={undo.isPending}
          disabled={importId === null}
          onClick={() => importId !== null && undo.mutate(importId)}
        >
          Undo import
        </Button>
      ) : (
        kept.length > 0 && (
          <ul className="basis-full text-sm">
            {kept.map(({ id, title }) => (
              <li key={id}>
                <TextLink to={paths.chat(id)}>{title ?? "New conversation"}</TextLink>
              </li>
            ))}
          </ul>
        )
      )}
    </div>
  );
}

/** The newest import of this browser, as long as it can be undone; null when there is none. */
function useLastImport(userId: string): string | null {
  const last = useStore(lastImport(userId), (kept) => kept);
  const [now, setNow] = useState(() => serverTime());
  const left = last === null ? 0 : last.until - now;
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setNow(serverTime()), left);
    return () => clearTimeout(timer);
  }, [left]);
  return last !== null && left > 0 ? last.importId : null;
}

/** Takes an import back, and returns the chats that stay. Goes on when the network has been away. */
async function takeBack(userId: string, importId: string) {
  const call = patientCalls(new AbortController().signal);
  const chats = await call(() => postImport(userId, { importId, undo: true }));
  lastImport(userId).forget();
  readAllAgain(userId, new Set(chats.flatMap(({ here, chatId }) => (here === 0 ? chatId : []))));
  const kept = chats.flatMap(({ problem, chatId }) => (problem && chatId ? chatId : []));
  return kept.length === 0 ? [] : call(() => readTitlesOf(kept));
}
