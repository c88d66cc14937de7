import { memo, useEffect, useId, useRef, useState } from "react";
import type { ImportSource } from "#contract";
import { counted } from "#lib/counted.ts";
import { useCoarse } from "#lib/use-media.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import {
  shortDay,
  isHere,
  type ListedRow,
  marksOf,
  matchingRows,
  SOURCE_NAMES,
  titleOfRow,
} from "./found-list-rules.ts";
import { leftOutWords } from "./left-out-rules.ts";
import { WindowedList } from "./windowed-list.tsx";

/** How high a row is, about, in pixels. */
const ROW_PX = 68;

/** The chats that were found, each with a checkbox, and a field that searches their titles. */
export function FoundChats({
  rows,
  chosen,
  onChoose,
}: {
  rows: readonly ListedRow[];
  chosen: ReadonlySet<number>;
  /** Must be the same function each time. */
  onChoose: (change: (chosen: ReadonlySet<number>) => ReadonlySet<number>) => void;
}) {
  const [typed, setTyped] = useState("");
  const search = useRef<HTMLInputElement>(null);
  const isCoarse = useCoarse();
  // The field for files had the focus, and has gone. Not on a phone, which would show its keyboard.
  useEffect(() => void (isCoarse || search.current?.focus()), [isCoarse]);
  const sources = new Set(rows.map(({ source }) => source));
  const only = sources.size === 1 ? ` from ${[...sources].map(nameOf).join("")}` : "";
  const shown = matchingRows(rows, typed);
  const all = (isChosen: boolean) =>
    onChoose((before) => {
      const next = new Set(before);
      for (const row of shown) {
        if (isHere(row)) continue;
        if (isChosen) next.add(row.row);
        else next.delete(row.row);
      }
      return next;
    });
  const found =
    shown.length < rows.length
      ? `${number(shown.length)} of ${counted(rows.length, "chat")} shown`
      : `${counted(rows.length, "chat")}${only} found`;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex items-center gap-2">
        <input
          ref={search}
          type="search"
          aria-label="Search what was found"
          placeholder="Search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="box-edge min-h-10 w-full min-w-0 flex-1 rounded-full bg-surface px-4 py-1.5 text-base"
        />
        <Button onClick={() => all(true)} className="px-4">
          All
        </Button>
        <Button onClick={() => all(false)} className="px-4">
          None
        </Button>
      </div>
      <output className="text-sm text-ink-muted">{`${found}, ${number(chosen.size)} chosen`}</output>
      {shown.length === 0 ? (
        <p className="text-sm">No chat has these words in its title.</p>
      ) : (
        <WindowedList
          key={typed}
          items={shown}
          label="Chats that were found"
          about={ROW_PX}
          className="max-h-[min(28rem,46dvh)]"
        >
          {(row) => (
            <Row
              key={row.row}
              row={row}
              hasSource={only === ""}
              isChosen={chosen.has(row.row)}
              onChoose={onChoose}
            />
          )}
        </WindowedList>
      )}
    </div>
  );
}

const nameOf = (source: ImportSource) => SOURCE_NAMES[source];
const number = (count: number) => count.toLocaleString("en-US");

const Row = memo(function Row({
  row,
  hasSource,
  isChosen,
  onChoose,
}: {
  row: ListedRow;
  hasSource: boolean;
  isChosen: boolean;
  onChoose: (change: (chosen: ReadonlySet<number>) => ReadonlySet<number>) => void;
}) {
  const id = useId();
  const leftOut = leftOutWords(row.leftOut);
  const about = [
    shortDay(row.createdAt),
    counted(row.messages, "message"),
    hasSource && nameOf(row.source),
  ].filter(Boolean);
  const isDone = isHere(row);
  const toggle = () =>
    onChoose((before) => {
      const next = new Set(before);
      if (!next.delete(row.row)) next.add(row.row);
      return next;
    });
  return (
    <li>
      <label
        className={`flex items-start gap-3 px-4 py-2.5 max-sm:px-3 ${isDone ? "cursor-default!" : "hover:bg-hover"}`}
      >
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isDone}
          onChange={toggle}
          aria-labelledby={`${id}t`}
          aria-describedby={`${id}a`}
          className="mt-1 size-4 shrink-0 accent-primary"
        />
        <span className="min-w-0 flex-1">
          <span
            id={`${id}t`}
            dir="auto"
            className={`block truncate text-left ${isDone ? "text-ink-muted" : "font-medium"}`}
          >
            {titleOfRow(row)}
          </span>
          <span
            id={`${id}a`}
            className="mt-0.5 block text-sm text-ink-muted max-sm:text-[0.8125rem]"
          >
            <span>{about.join(" · ")}</span>
            {marksOf(row).map((mark) => (
              <span key={mark}>
                {" "}
                <Badge label={mark} tone="neutral" />
              </span>
            ))}
            {leftOut !== "" && <span className="block">{`Left out: ${leftOut}`}</span>}
            {row.cut > 0 && !isDone && (
              <span className="block">{`${counted(row.cut, "message")} will be cut after 200 kB`}</span>
            )}
            {row.notes.map((note) => (
              <span key={note} className="block">
                {note}
              </span>
            ))}
          </span>
        </span>
      </label>
    </li>
  );
});
