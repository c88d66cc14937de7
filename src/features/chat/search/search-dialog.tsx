import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import type { SearchResponse } from "#contract";
import { orderedChats } from "#features/chat/data/chat-pages-rules.ts";
import { chatsQuery } from "#features/chat/data/chat-queries.ts";
import { markWords } from "#features/chat/text/marks.ts";
import { paths } from "#lib/paths.ts";
import { QUERY_LIMIT, trimText, withoutNul } from "#text-rules";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { isComposing } from "#ui/input-method.ts";
import { mostTogether, placesOf } from "#words-rules";
import { noteFound } from "./found-words.ts";
import { readResults } from "./search-api.ts";
import { SearchEntryText } from "./search-entry.tsx";
import {
  groupedResults,
  latestChats,
  matchingCommands,
  entryKey,
  nextChosen,
  placeAmong,
  type SearchCommand,
  type SearchEntry,
  searchView,
} from "./search-rules.ts";

/** What is looked for when this is typed. */
const queryOf = (typed: string) => trimText(withoutNul(typed));
/** How long typing has to pause before it is looked for. */
const PAUSE_MS = 200;

/** More is read while the end of the list is still this far away. */
const NEAR_PX = 400;

/** As many options fill the list, so that it can be scrolled. */
const FILLS = 10;
/** Where nearly all is of one chat, reading on ends here. */
const PAGES_AT_MOST = 5;

/** What stands in the place of results. */
const NOTES: Readonly<Record<string, string>> = {
  empty: "Finds chats by their titles and by what was said in them.",
  searching: "Searching...",
  nothing: "Nothing found.",
  wordless: "Punctuation is found only next to letters or numbers.",
};

/**
 * The dialog 'Search chats'. Enter or a click opens the chat at the message that was found. Above the results stand the
 * commands that the typed text may mean. Before anything is typed it offers the latest chats, and all commands below.
 */
export function SearchDialog({
  userId,
  commandsNow,
  onClose,
}: {
  userId: string;
  commandsNow: () => readonly SearchCommand[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  // Null while the keys have chosen none: then it is the first result, and the first command when there is none.
  const [moved, setMoved] = useState<{ entry: SearchEntry; place: number } | null>(null);
  // Enter was pressed before it was known what is found.
  const [isAwaited, setAwaited] = useState(false);
  const [typed, setTyped] = useState("");
  const [possible] = useState(commandsNow);
  const [now] = useState(() => new Date());
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const search = useSearch(userId, typed, unfolded);
  const { query, results, isCurrent, view, readMore, trouble } = search;
  const chats = useInfiniteQuery(chatsQuery(userId));

  const commands = matchingCommands(possible, typed);
  const entries: readonly SearchEntry[] =
    view === "empty"
      ? [...latestChats(orderedChats(chats.data?.pages ?? [])), ...commands]
      : [...commands, ...search.entries];
  const count = entries.length;
  const firstFound = entries.findIndex(({ kind }) => kind !== "command");
  const chosen = moved === null ? Math.max(0, firstFound) : placeAmong(moved, entries);
  // Before anything is typed nothing is looked for.
  const isDecided = view === "empty" || (isCurrent && view !== "searching");

  const act = (entry: SearchEntry, place: number) => {
    if (entry.kind === "command") {
      // It may move the focus, which the dialog keeps while it is open, and gives back when it closes.
      flushSync(onClose);
      return void setTimeout(entry.run);
    }
    if (entry.kind === "more") {
      setMoved({ entry, place });
      return setUnfolded(new Set([...unfolded, entry.chatId]));
    }
    const { chatId, messageId } = entry.result;
    onClose();
    if (messageId !== null)
      noteFound(messageId, (message) =>
        markWords(message, (text) => placesOf(text, query), mostTogether),
      );
    void navigate(messageId === null ? paths.chat(chatId) : `${paths.chat(chatId)}#${messageId}`);
  };
  const enter = () => {
    const entry = entries[chosen];
    const isMeant = isDecided || (entry?.kind === "command" && moved !== null);
    if (entry !== undefined && isMeant) act(entry, chosen);
    else setAwaited(!isDecided && moved === null);
  };
  const enterNow = useEffectEvent(enter);
  useEffect(() => {
    if (!isAwaited || !isDecided) return;
    const timer = setTimeout(() => enterNow());
    return () => clearTimeout(timer);
  }, [isAwaited, isDecided]);
  const choose = (place: number) => {
    const entry = entries[place];
    setAwaited(false);
    setMoved(entry ? { entry, place } : null);
    list.current?.children[place]?.scrollIntoView({ block: "nearest" });
    if (place >= count - 5) readMore();
  };

  return (
    <Dialog size="sheet" onClose={onClose} title="Search chats" initialFocus={field}>
      <input
        ref={field}
        type="text"
        value={typed}
        maxLength={QUERY_LIMIT}
        placeholder="Search chats and messages"
        aria-label="Search chats and messages"
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={count > 0 ? `${listId}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => {
          setTyped(event.target.value);
          setMoved(null);
          setAwaited(false);
          setUnfolded(new Set());
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === "Enter") {
            // The box of the chat may have the focus before the key does what it does there.
            event.preventDefault();
            enter();
          }
          const place = nextChosen(event.key, chosen, count);
          if (place === undefined) return;
          event.preventDefault();
          choose(place);
        }}
        className="box-edge w-full rounded-md bg-surface px-3.5 py-2.5 text-base"
      />
      <output className="sr-only">
        {view === "results" && isCurrent
          ? countText(results.length, search.hasMore)
          : (view === "nothing" || view === "wordless") && NOTES[view]}
      </output>
      <div className="mt-3 flex h-[min(28rem,55dvh)] flex-col max-sm:h-0 max-sm:grow">
        <div
          ref={list}
          id={listId}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select holds no marked text
          role="listbox"
          tabIndex={-1}
          aria-label="Results"
          // Whether the results are those of what was typed before.
          aria-busy={!isCurrent && view !== "empty"}
          hidden={count === 0}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            if (scrollHeight - scrollTop - clientHeight < NEAR_PX) readMore();
          }}
          className={`-mx-3 min-h-0 overflow-y-auto overscroll-contain ${entries.some(({ kind }) => kind === "result") ? "grow" : ""}`}
        >
          {entries.map((entry, place) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
            <div
              key={entryKey(entry)}
              id={`${listId}-${place}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a select holds no marked text
              role="option"
              tabIndex={-1}
              aria-selected={place === chosen}
              onClick={() => act(entry, place)}
              // The field keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              className="relative cursor-pointer rounded-md px-3 py-2.5 hover:bg-hover aria-selected:bg-hover"
            >
              <SearchEntryText entry={entry} now={now} />
            </div>
          ))}
        </div>
        {/* In the place of results, or below them when more could not be read. */}
        {NOTES[view] !== undefined && (
          <p className="m-auto px-4 pt-3 text-center text-sm text-ink-muted">{NOTES[view]}</p>
        )}
        {trouble !== null && (
          <div
            role="alert"
            className="m-auto grid justify-items-center gap-3 p-4 text-center text-sm"
          >
            <p className="text-ink-muted">{trouble}</p>
            <Button size="sm" onClick={search.retry}>
              Try again
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

/**
 * What a search has found so far, page by page, newest first. `isCurrent`: it was found for what is typed now, and not for what was typed before.
 * @param unfolded The chats of which all results are shown.
 */
function useSearch(userId: string, typed: string, unfolded: ReadonlySet<string>) {
  const [query, setQuery] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQuery(queryOf(typed)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const search = useInfiniteQuery({
    queryKey: ["search", userId, query],
    queryFn: ({ pageParam, signal }) => readResults(userId, query, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }: SearchResponse) => before,
    placeholderData: keepPreviousData,
    enabled: query !== "",
    gcTime: 60_000,
    refetchInterval: false,
  });
  const { fetchNextPage, hasNextPage, isFetching, isError } = search;
  const results = query === "" ? [] : (search.data?.pages.flatMap((page) => page.results) ?? []);
  const entries = groupedResults(results, unfolded);
  const isCurrent = queryOf(typed) === query && !search.isPlaceholderData;
  const view = searchView({
    query: queryOf(typed),
    isOnline: navigator.onLine,
    isError,
    isPending: isFetching || !isCurrent,
    hasMore: hasNextPage,
    count: results.length,
  });

  const canReadMore = isCurrent && hasNextPage && !isFetching && !isError;
  // A page may come with few results or none, and say where to go on.
  const isShort = (search.data?.pages.length ?? 0) < PAGES_AT_MOST && entries.length < FILLS;
  const readsOn = canReadMore && (isShort || results.length < FILLS);
  useEffect(() => {
    if (readsOn) void fetchNextPage();
  }, [readsOn, fetchNextPage]);

  return {
    /** What is looked for. */
    query,
    results,
    entries,
    isCurrent,
    view,
    hasMore: hasNextPage,
    /** What went wrong with the last read, in words; null when nothing did. */
    trouble:
      view === "offline"
        ? "You are offline."
        : view === "results" && isError
          ? "More results could not be loaded."
          : view === "failed"
            ? (search.error?.message ?? "")
            : null,
    readMore: () => {
      if (canReadMore) void fetchNextPage();
    },
    retry: () => void (results.length > 0 ? fetchNextPage() : search.refetch()),
  };
}

const countText = (count: number, hasMore: boolean) =>
  hasMore ? `${count} results and more` : `${count} ${count === 1 ? "result" : "results"}`;
