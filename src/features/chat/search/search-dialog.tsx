import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import type { SearchResult } from "#contract";
import { paths } from "#lib/paths.ts";
import { QUERY_LIMIT } from "#text-rules";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { SearchCommandOption } from "./search-command.tsx";
import { searchQuery } from "./search-queries.ts";
import { SearchResultOption } from "./search-result.tsx";
import {
  addressOf,
  matchingCommands,
  nextChosen,
  type SearchCommand,
  type SearchView,
  searchView,
} from "./search-rules.ts";
import { useTyped } from "./use-typed.ts";

/** More is read while the end of the list is still this far away. */
const NEAR_PX = 400;
/** As many results fill the list, so that it can be scrolled. */
const FILLS = 10;

/**
 * The dialog 'Search chats'. Enter or a click opens the chat at the message that was found. Above the results stand the
 * commands that the typed text may mean.
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
  const [moved, setMoved] = useState<number | null>(null);
  // Enter was pressed before it was known what is found.
  const [isAwaited, setAwaited] = useState(false);
  const [typed, setTyped, query] = useTyped(() => setAwaited(true));
  const [possible] = useState(commandsNow);
  const [now] = useState(() => new Date());
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const search = useInfiniteQuery(searchQuery(userId, query));

  const results = query === "" ? [] : (search.data?.pages.flatMap((page) => page.results) ?? []);
  const commands = matchingCommands(possible, typed);
  const count = commands.length + results.length;
  const chosen = moved ?? (results.length > 0 ? commands.length : 0);
  // What is shown may still be what was found for the text before.
  const isCurrent = typed.trim() === query && !search.isPlaceholderData;
  const view = searchView({
    query: typed.trim(),
    isOnline: navigator.onLine,
    isError: search.isError,
    isPending: search.isFetching || !isCurrent,
    hasMore: search.hasNextPage,
    count: results.length,
  });

  const isDecided = isCurrent && view !== "searching";

  const { fetchNextPage, hasNextPage, isFetching, isError } = search;
  // A page may come with few results or none, and say where to go on.
  const readsOn = isCurrent && results.length < FILLS && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (readsOn) void fetchNextPage();
  }, [readsOn, fetchNextPage]);
  const readMore = () => {
    if (hasNextPage && !isFetching && !isError && isCurrent) void fetchNextPage();
  };

  const open = ({ chatId, messageId }: SearchResult) => {
    onClose();
    void navigate(addressOf(paths.chat(chatId), messageId));
  };
  const run = (command: SearchCommand) => {
    // A command may move the focus, which the dialog keeps while it is open, and gives back when it closes.
    flushSync(onClose);
    setTimeout(command.run);
  };
  const enter = () => {
    const command = commands[chosen];
    const result = results[chosen - commands.length];
    if (command !== undefined && (moved !== null || isDecided)) run(command);
    else if (result !== undefined && isDecided) open(result);
    else setAwaited(!isDecided && moved === null);
  };
  const enterNow = useEffectEvent(enter);
  useEffect(() => {
    if (!isAwaited || !isDecided) return;
    const timer = setTimeout(() => enterNow());
    return () => clearTimeout(timer);
  }, [isAwaited, isDecided]);
  const choose = (place: number) => {
    setAwaited(false);
    setMoved(place);
    list.current?.children[place]?.scrollIntoView({ block: "nearest" });
    if (place >= count - 5) readMore();
  };

  return (
    <Dialog
      open
      size="large"
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Search chats"
      initialFocus={field}
    >
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
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          if (event.key === "Enter") enter();
          const place = nextChosen(event.key, chosen, count);
          if (place === undefined) return;
          event.preventDefault();
          choose(place);
        }}
        className="box-edge w-full rounded-md bg-surface px-3.5 py-2.5 text-base"
      />
      <output className="sr-only">
        {view === "results" && isCurrent && countText(results.length, hasNextPage)}
        {view === "nothing" && "Nothing found."}
        {view === "wordless" && WORDLESS}
      </output>
      <div className="mt-3 flex h-[min(28rem,55dvh)] flex-col">
        <div
          ref={list}
          id={listId}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select holds no marked text
          role="listbox"
          tabIndex={-1}
          aria-label="Results"
          aria-busy={!isCurrent}
          hidden={count === 0}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            if (scrollHeight - scrollTop - clientHeight < NEAR_PX) readMore();
          }}
          className={`-mx-3 min-h-0 overflow-y-auto overscroll-contain ${view === "results" ? "grow" : ""}`}
        >
          {commands.map((command, place) => (
            <SearchCommandOption
              key={command.name}
              id={`${listId}-${place}`}
              command={command}
              isChosen={place === chosen}
              onChoose={() => run(command)}
            />
          ))}
          {results.map((result, index) => (
            <SearchResultOption
              key={result.messageId ?? result.chatId}
              id={`${listId}-${commands.length + index}`}
              result={result}
              now={now}
              isSameChat={results[index - 1]?.chatId === result.chatId}
              isChosen={commands.length + index === chosen}
              onChoose={() => open(result)}
            />
          ))}
        </div>
        {view === "results" && isError && (
          <Failure text="More could not be read." onRetry={() => void fetchNextPage()} />
        )}
        <Hint view={view} failure={search.error?.message} onRetry={() => void search.refetch()} />
      </div>
    </Dialog>
  );
}

const WORDLESS = "Signs are found only beside letters or numbers.";
const countText = (count: number, hasMore: boolean) =>
  hasMore ? `${count} results and more` : `${count} ${count === 1 ? "result" : "results"}`;

/** What stands in the place of results. */
function Hint({
  view,
  failure = "",
  onRetry,
}: {
  view: SearchView;
  failure: string | undefined;
  onRetry: () => void;
}) {
  switch (view) {
    case "results":
      return null;
    case "failed":
      return <Failure text={failure} onRetry={onRetry} />;
    case "offline":
      return <Failure text="You are offline." onRetry={onRetry} />;
    case "empty":
      return <Note>Finds chats by their titles and by what was said in them.</Note>;
    case "searching":
      return <Note>Searching...</Note>;
    case "nothing":
      return <Note>Nothing found.</Note>;
    case "wordless":
      return <Note>{WORDLESS}</Note>;
  }
}

function Note({ children }: { children: string }) {
  return <p className="m-auto px-4 text-center text-sm text-ink-muted">{children}</p>;
}

function Failure({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert" className="m-auto grid justify-items-center gap-3 p-4 text-center text-sm">
      <p className="text-ink-muted">{text}</p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
