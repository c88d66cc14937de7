import { type Ref, useState } from "react";
import type { SearchResult } from "#contract";
import { Keys } from "#ui/keys.tsx";
import { dayOf, type SearchEntry } from "./search-rules.ts";

/** More is read while the end of the list is still this far away. */
const NEAR_PX = 400;

/** The list below the field of the search: results, what is folded of a chat, and commands with their keys. */
export function SearchList({
  ref,
  id,
  entries,
  chosen,
  isBusy,
  onNearEnd,
  onChoose,
}: {
  ref: Ref<HTMLDivElement>;
  /** The id of the list. An option's has its place in the list behind it. */
  id: string;
  entries: readonly SearchEntry[];
  /** The place of the chosen option. */
  chosen: number;
  /** Whether the results are those of what was typed before. */
  isBusy: boolean;
  onNearEnd: () => void;
  onChoose: (entry: SearchEntry, place: number) => void;
}) {
  const [now] = useState(() => new Date());
  return (
    <div
      ref={ref}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select holds no marked text
      role="listbox"
      tabIndex={-1}
      aria-label="Results"
      aria-busy={isBusy}
      hidden={entries.length === 0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < NEAR_PX) onNearEnd();
      }}
      className={`-mx-3 min-h-0 overflow-y-auto overscroll-contain ${entries.some(({ kind }) => kind === "result") ? "grow" : ""}`}
    >
      {entries.map((entry, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
        <div
          key={keyOf(entry)}
          id={`${id}-${place}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a select holds no marked text
          role="option"
          tabIndex={-1}
          aria-selected={place === chosen}
          onClick={() => onChoose(entry, place)}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          className="relative cursor-pointer rounded-md px-3 py-2.5 hover:bg-hover aria-selected:bg-hover"
        >
          {entry.kind === "command" && (
            <span className="flex items-center justify-between gap-3">
              {entry.command.name}
              <Keys keys={entry.command.keys} />
            </span>
          )}
          {entry.kind === "more" && (
            <span className="text-sm text-primary">and {entry.count} more</span>
          )}
          {entry.kind === "result" && <Result {...entry} now={now} />}
        </div>
      ))}
    </div>
  );
}

function keyOf(entry: SearchEntry): string {
  if (entry.kind === "command") return entry.command.name;
  if (entry.kind === "more") return `more ${entry.chatId}`;
  return entry.result.messageId ?? entry.result.chatId;
}

const SOURCES = { user: "You", assistant: "Assistant" } as const;

/**
 * One result: the chat's title, who said it and when, and the place with the words marked. Below another result of the
 * same chat its title is not seen again.
 */
function Result({
  result,
  now,
  isSameChat,
}: Extract<SearchEntry, { kind: "result" }> & { now: Date }) {
  const isTitle = result.messageId === null;
  const title = result.title ?? "New conversation";
  const place = (
    <span dir="auto" className="line-clamp-2 grow text-sm wrap-anywhere text-ink-muted">
      <Marked pieces={result.excerpt} />
    </span>
  );
  return (
    <>
      {isSameChat && <span className="sr-only">{title}</span>}
      <span
        className={`flex items-baseline gap-x-3 ${isSameChat ? "max-sm:flex-col-reverse max-sm:items-start" : ""}`}
      >
        {isSameChat ? (
          place
        ) : (
          <span className="min-w-0 grow truncate font-medium">
            {isTitle && result.title !== null ? <Marked pieces={result.excerpt} /> : title}
          </span>
        )}
        <span className="shrink-0 text-xs text-ink-muted">
          {result.role !== null && `${SOURCES[result.role]} · `}
          <time dateTime={result.createdAt}>{dayOf(result.createdAt, now)}</time>
        </span>
      </span>
      {!isTitle && !isSameChat && <span className="mt-0.5 flex">{place}</span>}
    </>
  );
}

function Marked({ pieces }: { pieces: SearchResult["excerpt"] }) {
  return pieces.map(({ text, match }, place) =>
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of an excerpt never change places
    match ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
  );
}
