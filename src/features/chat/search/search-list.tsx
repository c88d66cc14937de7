import { type Ref, useState } from "react";
import type { SearchResult } from "#contract";
import { Keys } from "#ui/keys.tsx";
import { SearchOption } from "./search-option.tsx";
import { SearchResultOption } from "./search-result.tsx";
import type { SearchCommand } from "./search-rules.ts";

/** More is read while the end of the list is still this far away. */
const NEAR_PX = 400;

/** The list below the field of the search: the commands, each with its keys, and the results. */
export function SearchList({
  ref,
  id,
  commands,
  results,
  chosen,
  isBusy,
  onNearEnd,
  onRun,
  onOpen,
}: {
  ref: Ref<HTMLDivElement>;
  /** The id of the list. An option's has its place in the list behind it: the commands come first. */
  id: string;
  commands: readonly SearchCommand[];
  results: readonly SearchResult[];
  /** The place of the chosen option. */
  chosen: number;
  /** Whether the results are those of what was typed before. */
  isBusy: boolean;
  onNearEnd: () => void;
  onRun: (command: SearchCommand) => void;
  onOpen: (result: SearchResult) => void;
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
      hidden={commands.length + results.length === 0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < NEAR_PX) onNearEnd();
      }}
      className={`-mx-3 min-h-0 overflow-y-auto overscroll-contain ${results.length > 0 ? "grow" : ""}`}
    >
      {commands.map((command, place) => (
        <SearchOption
          key={command.name}
          id={`${id}-${place}`}
          isChosen={place === chosen}
          onChoose={() => onRun(command)}
        >
          <span className="flex items-center justify-between gap-3">
            {command.name}
            <Keys keys={command.keys} />
          </span>
        </SearchOption>
      ))}
      {results.map((result, index) => (
        <SearchResultOption
          key={result.messageId ?? result.chatId}
          id={`${id}-${commands.length + index}`}
          result={result}
          now={now}
          isSameChat={results[index - 1]?.chatId === result.chatId}
          isChosen={commands.length + index === chosen}
          onChoose={() => onOpen(result)}
        />
      ))}
    </div>
  );
}
