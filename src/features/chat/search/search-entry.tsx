import type { SearchResult } from "#contract";
import { Keys } from "#ui/keys.tsx";
import { dayOf, type SearchEntry } from "./search-rules.ts";

/** What an option of the search shows: a command with its keys, how much is folded of a chat, or a result. */
export function SearchEntryText({ entry, now }: { entry: SearchEntry; now: Date }) {
  if (entry.kind === "result") return <Result {...entry} now={now} />;
  if (entry.kind === "more")
    return <span className="text-sm text-primary">{`and ${entry.count} more`}</span>;
  return (
    <span className="flex items-center justify-between gap-3">
      <span>{entry.name}</span>
      <span className="pointer-coarse:hidden">
        <Keys keys={entry.keys} />
      </span>
    </span>
  );
}

const SOURCES = { user: "You", assistant: "Assistant" } as const;

/**
 * One result: the chat's title, who said it and when, and the place with the words marked. Below another result of the
 * same chat its title is not seen again. A chat that nothing was looked for in has only its title and its day.
 */
function Result({
  result,
  now,
  isSameChat,
}: Extract<SearchEntry, { kind: "result" }> & { now: Date }) {
  const isTitle = result.messageId === null;
  const hasPlace = !isTitle || result.excerpt.some(({ match }) => match);
  const title = result.title ?? "New conversation";
  const placeLine = (
    <span dir="auto" className="line-clamp-2 grow text-sm wrap-anywhere text-ink-muted">
      {isTitle ? "Found in the title" : <Marked pieces={result.excerpt} />}
    </span>
  );
  return (
    <>
      {isSameChat && <span className="sr-only">{title}</span>}
      <span
        className={`flex items-baseline gap-x-3 ${isSameChat ? "max-sm:flex-col-reverse max-sm:items-start" : ""}`}
      >
        {isSameChat ? (
          placeLine
        ) : (
          <span className="min-w-0 grow truncate font-medium">
            {isTitle && result.title !== null ? <Marked pieces={result.excerpt} /> : title}
          </span>
        )}
        <span className="shrink-0 text-xs text-ink-muted">
          {result.role !== null && <span>{`${SOURCES[result.role]} · `}</span>}
          <time dateTime={result.createdAt}>{dayOf(result.createdAt, now)}</time>
        </span>
      </span>
      {hasPlace && !isSameChat && <span className="mt-0.5 flex">{placeLine}</span>}
    </>
  );
}

function Marked({ pieces }: { pieces: SearchResult["excerpt"] }) {
  return pieces.map(({ text, match }, place) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of an excerpt never change places
    match ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
  );
}
