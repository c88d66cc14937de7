import { type Ref, useState } from "react";
import { Keys } from "#ui/keys.tsx";
import { SearchOption } from "./search-option.tsx";
import { SearchResultOption } from "./search-result.tsx";
import type { SearchEntry } from "./search-rules.ts";

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
      {entries.map((entry, place) => {
        const option = {
          id: `${id}-${place}`,
          isChosen: place === chosen,
          onChoose: () => onChoose(entry, place),
        };
        switch (entry.kind) {
          case "command":
            return (
              <SearchOption key={entry.command.name} {...option}>
                <span className="flex items-center justify-between gap-3">
                  {entry.command.name}
                  <Keys keys={entry.command.keys} />
                </span>
              </SearchOption>
            );
          case "more":
            return (
              <SearchOption key={`more ${entry.chatId}`} {...option}>
                <span className="text-sm text-primary">and {entry.count} more</span>
              </SearchOption>
            );
          case "result": {
            const { result, isSameChat } = entry;
            const key = result.messageId ?? result.chatId;
            return <SearchResultOption key={key} {...{ result, now, isSameChat, ...option }} />;
          }
        }
      })}
    </div>
  );
}
