// The field keeps the focus and handles the keys; an option of a select holds no marked text.
/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role */
import type { SearchResult } from "#contract";
import { dayOf } from "./search-rules.ts";

const SOURCES = { user: "You", assistant: "Assistant" } as const;

/** One result: the chat's title, who said it and when, and the place with the words marked. */
export function SearchResultOption({
  id,
  result,
  now,
  isChosen,
  onChoose,
}: {
  id: string;
  result: SearchResult;
  now: Date;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const isTitle = result.messageId === null;
  const title = result.title ?? "New conversation";
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onChoose}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      className="cursor-pointer rounded-md px-3 py-2.5 hover:bg-hover aria-selected:bg-hover"
    >
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 grow truncate font-medium">
          {isTitle ? <Marked pieces={result.excerpt} /> : title}
        </span>
        <span className="shrink-0 text-xs text-ink-muted">
          {result.role !== null && `${SOURCES[result.role]} · `}
          <time dateTime={result.createdAt}>{dayOf(result.createdAt, now)}</time>
        </span>
      </span>
      {!isTitle && (
        <span dir="auto" className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-ink-muted">
          <Marked pieces={result.excerpt} />
        </span>
      )}
    </div>
  );
}

function Marked({ pieces }: { pieces: SearchResult["excerpt"] }) {
  return pieces.map(({ text, match }, place) =>
    // The pieces of an excerpt never change places.
    // oxlint-disable-next-line react/no-array-index-key
    match ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
  );
}
