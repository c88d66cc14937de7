import { hasRightToLeft } from "./direction-rules.ts";

/** A part of a message. The contents of all its blocks, joined, are the message, character by character. */
export type TextBlock = {
  /**
   * `lines`: ordinary lines. `gap`: empty lines. `item`: a line of a list. `fence`: code between two fences, with them.
   * `code`: what looks like code without any. `table`: rows between `|`. In replies also `heading`, `quote`, `rule` (a line
   * of dashes, stars or underscores) and `math` (between lines of `$$`, or of `\[` and `\]`).
   */
  readonly kind:
    | "lines"
    | "gap"
    | "item"
    | "fence"
    | "code"
    | "table"
    | "heading"
    | "quote"
    | "rule"
    | "math";
  /** Where it begins in the message. */
  readonly at: number;
  /** With the line break at its end. */
  readonly content: string;
  /** What an item or a heading begins with, up to its first word; the first line of a fence; empty for other kinds. */
  readonly marker: string;
  /** The last line of a fence, without its line break; empty while there is none. */
  readonly closing: string;
};

/** Longer messages are shown as they are: parts of them by the ten thousand would be slow to lay out. */
const MOST_CHARACTERS = 100_000;
/** Only so many characters of a line decide what it is. */
const LOOKED_AT = 1000;
const ITEM = /^ {0,12}(?:[-*•–]|\d{1,3}[.)]) +(?=\S)/;
const INDENTED = /^(?:\t| {2,})\s*\S/;
const BRACES = /[{}[\]()<>;=]/g;
/** A line that opens a fence, also as the first of an item: at most a word stands apart from the signs. */
const OPENING =
  /^( *(?:(?:[-*•–]|\d{1,3}[.)]) +)?)(`{3,}|~{3,})(?:[^\s`~][^`]*|[ \t]+[^\s`~][^\s`]*)?$/;
const CLOSING = /^([ \t]*)(`{3,}|~{3,})$/;
/** A fence has so many spaces before it at most, beside those that the text of the item above it begins with. */
const FENCE_SPACES = 3;
/** A row between a table's head and its body. */
const TABLE_RULE = /^(?=.*-)[|:\- ]+$/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(?=\S)/;
const QUOTE = /^ {0,3}>(?:[\s>]|$)/;
const RULE = /^ {0,3}(?:-{3,}|(?:\* ?){3,}|_{3,})\s*$/;
const MATH_LINE = /^(?:\$\$.+\$\$|\\\[.+\\\])$/;
/** What closes a block of formulas, by what opens it. */
const MATH_END: ReadonlyMap<string, string> = new Map([
  ["$$", "$$"],
  ["\\[", "\\]"],
]);
/** Brackets of programs. Round ones are in every letter, except right behind a name. */
const PROGRAM_BRACES = /[{}[\]<>;=]|\w\(/;

/**
 * Brackets of prose: a footnote; at the beginning of a line a source, a time, a box to tick, and what is to be filled in;
 * and a link with its address.
 */
const PROSE_BRACKETS =
  /\[\^[^[\]\s]+\]|^\[(?:\w{1,4}\](?=:? )|\d{1,2}(?::\d\d){1,2}\]| \]|[A-Z][^[\]{}()<>;=\s]* [^[\]{}()<>;=]*\])|\[[^[\]]*\]\([^()\s]*\)/g;

/** How a text is split: as one that may go on, and as a reply, in which more is told apart. */
type Reading = { readonly isGrowing?: boolean; readonly isReply?: boolean };

/**
 * Splits a message into the parts that are shown differently. Takes time in proportion to its length.
 * @param reading `isGrowing`: its last line may go on: below a row of a table, it is one before its end has come.
 */
export function textBlocks(content: string, reading: Reading = {}): readonly TextBlock[] {
  if (content.length > MOST_CHARACTERS) {
    return [{ kind: "lines", at: 0, content, marker: "", closing: "" }];
  }
  const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const { kinds, ends } = kindsOf(lines, reading);
  const blocks: TextBlock[] = [];
  let at = 0;
  for (let index = 0; index < lines.length;) {
    const kind = kinds[index] ?? "lines";
    const line = lines[index] ?? "";
    let end = ends.get(index) ?? index + 1;
    let [marker, closing] = ["", ""];
    if (kind === "item") marker = ITEM.exec(line)?.[0] ?? "";
    else if (kind === "heading") marker = HEADING.exec(line)?.[0] ?? "";
    else if (kind === "fence" || kind === "math") {
      const last = lines[end - 1] ?? "";
      if (kind === "fence" || end > index + 1) marker = line;
      if (end > index + 1 && closes(last, line)) closing = last.replace(/\n$/, "");
    } else if (kind !== "rule" && kind !== "table")
      while (kinds[end] === kind && !ends.has(end)) end += 1;
    const own = lines.slice(index, end).join("");
    blocks.push({ kind, at, content: own, marker, closing });
    at += own.length;
    index = end;
  }
  return blocks;
}

/**
 * The lines between the fences of a block, without the line break at their end, and without as many spaces as there are
 * letters before the fence itself, which may be the sign of an item.
 */
export function fencedCode({ content, marker, closing }: TextBlock): string {
  const end = closing === "" ? content.length : content.lastIndexOf(closing);
  const code = content.slice(marker.length, end).replace(/\r?\n$/, "");
  const before = OPENING.exec(marker.trimEnd())?.[1]?.length ?? 0;
  // Code may stand less far in than the words of its item.
  const isLess = ITEM.test(marker) && closing !== "";
  const spaces = isLess ? Math.min(before, closing.search(/\S/)) : before;
  return spaces === 0 ? code : code.replaceAll(new RegExp(`^ {1,${spaces}}`, "gm"), "");
}

/** The lines that open and close a block of code, and the place of the code between them. */
type Fences = {
  readonly opening: string;
  readonly closing: string;
  readonly start: number;
  readonly end: number;
};

/** The fences around a place in a message; null where there are none. */
export function fenceAround(content: string, place: number): Fences | null {
  const block = textBlocks(content).findLast(({ at }) => at < place);
  if (block?.kind !== "fence") return null;
  const { at, marker: opening, closing } = block;
  const length = closing === "" ? block.content.length : block.content.lastIndexOf(closing);
  const end = at + length;
  if (place >= end + closing.length) return null;
  return {
    opening: opening.replace(ITEM, ""),
    closing: (ITEM.test(opening) ? closing.trimStart() : closing) || (openingOf(opening) ?? ""),
    start: at + opening.length,
    end,
  };
}

/** Where the fence that begins at `start` ends: behind a line of the same sign, at least as often, else with the text. */
function endOfFence(lines: readonly string[], start: number, deepest: number): number {
  const opening = lines[start] ?? "";
  for (let at = start + 1; at < lines.length; at += 1) {
    if (closes(lines[at], opening, deepest)) return at + 1;
  }
  return lines.length;
}

/** Whether a line closes a fence, or a block of formulas, that another has opened. */
function closes(line = "", opening: string, deepest = Infinity): boolean {
  if (MATH_END.get(opening.trim()) === line.trim()) return true;
  const [, spaces = "", signs] = CLOSING.exec(line.trimEnd()) ?? [];
  const opened = openingOf(opening);
  const depth = spaces.replaceAll("\t", "    ").length;
  return signs !== undefined && depth <= deepest && signs.startsWith(opened ?? " ");
}

/** The signs of a line that opens a fence. */
function openingOf(line = "", deepest = Infinity): string | undefined {
  const [, spaces = "", signs] = OPENING.exec(line.trimEnd()) ?? [];
  return spaces.length <= deepest ? signs : undefined;
}

/** Whether a line is indented, or one in eight of its letters is a brace. Text from right to left is never code. */
export function looksLikeCode(line: string): boolean {
  const begin = line.slice(0, LOOKED_AT);
  if (ITEM.test(begin) || hasRightToLeft(begin)) return false;
  if (INDENTED.test(begin)) return true;
  const start = begin.replaceAll(PROSE_BRACKETS, "");
  const braces = start.match(BRACES)?.length ?? 0;
  const letters = start.replaceAll(/\s/g, "").length;
  const isOne = braces === 1 && letters > 1 && !start.trimEnd().endsWith("{");
  return PROGRAM_BRACES.test(start) && braces * 8 >= letters && !isOne;
}

/**
 * What each line is, and where the blocks that begin with one end. Two or more lines in a row that look like code are code,
 * with single empty lines between them.
 */
function kindsOf(lines: readonly string[], { isGrowing = false, isReply = false }: Reading) {
  const kinds = lines.map((line, at) =>
    kindOf(line, { isReply, isUnfinished: isGrowing && at === lines.length - 1 }),
  );
  const ends = new Map<number, number>();
  /** How many spaces a fence may have before it here. */
  let deepest = FENCE_SPACES;
  /** What closes formulas and stands nowhere below. */
  const missing = new Set<string>();
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    if (kinds[at] === "item") deepest = FENCE_SPACES + (ITEM.exec(line)?.[0].length ?? 0);
    else if (/^\S/.test(line)) deepest = FENCE_SPACES;
    const [kind, end] =
      openingOf(line, deepest) !== undefined
        ? (["fence", endOfFence(lines, at, deepest)] as const)
        : isReply && isMath(line)
          ? (["math", endOfMath(lines, at, missing)] as const)
          : (["table", endOfTable(lines, at, { isGrowing, isReply })] as const);
    if (end > at) {
      kinds.fill(kind, at, end);
      ends.set(at, end);
    } else if (kinds[at - 1] !== "code" && isItemText(line, kinds[at], deepest))
      kinds[at] = "lines";
    at = Math.max(end, at + 1);
  }
  for (let start = kinds.indexOf("code"); start !== -1; start = kinds.indexOf("code", start)) {
    const end = endOfRun(kinds, start);
    kinds.fill(end - start > 1 ? "code" : "lines", start, end);
    start = end;
  }
  return { kinds, ends };
}

/** Whether a line that is indented goes on with the words of the item above it. */
function isItemText(line: string, kind: TextBlock["kind"] | undefined, deepest: number): boolean {
  const words = line.trimStart();
  const isBelow = deepest > FENCE_SPACES && line.search(/[^ ]/) <= deepest;
  return kind === "code" && isBelow && !looksLikeCode(words);
}

/** What a line is by itself. */
function kindOf(
  line: string,
  { isReply, isUnfinished }: { isReply: boolean; isUnfinished: boolean },
): TextBlock["kind"] {
  if (line.trim() === "") return "gap";
  // While it grows, three stars may be the beginning of something bold.
  if (isReply && RULE.test(line)) return isUnfinished && !line.endsWith("\n") ? "lines" : "rule";
  if (ITEM.test(line)) return "item";
  if (isReply && HEADING.test(line)) return "heading";
  if (QUOTE.test(line)) return isReply ? "quote" : "lines";
  return looksLikeCode(line) ? "code" : "lines";
}

const isMath = (line: string) => MATH_END.has(line.trim()) || MATH_LINE.test(line.trim());

/** Where the formulas that begin at `start` end; `start` where nothing closes them. */
function endOfMath(lines: readonly string[], start: number, missing: Set<string>): number {
  const closing = MATH_END.get(lines[start]?.trim() ?? "");
  if (closing === undefined) return start + 1;
  if (missing.has(closing)) return start;
  for (let at = start + 1; at < lines.length; at += 1) {
    if (lines[at]?.trim() === closing) return at + 1;
  }
  missing.add(closing);
  return start;
}

/**
 * Where the table that begins at `start` ends; `start` if none does. It has two rows, or one and the rule below it. In a
 * reply, rows above and below a rule need no `|` at their ends.
 */
function endOfTable(
  lines: readonly string[],
  start: number,
  { isGrowing, isReply }: Required<Reading>,
): number {
  const lineAt = (at: number) => lines[at]?.trim() ?? "";
  const isPart = (at: number) => {
    const isUnfinished = isGrowing && at === lines.length - 1;
    return lineAt(at).startsWith("|") && (isUnfinished || lineAt(at).endsWith("|"));
  };
  const isRule = (at: number) => TABLE_RULE.test(lineAt(at));
  const hasRule = isReply && isRule(start + 1) && lineAt(start + 1).includes("|");
  const isRow = hasRule ? (at: number) => lineAt(at).includes("|") : isPart;
  if (!isRow(start)) return start;
  let end = start + 1;
  while (isRow(end) || (end === start + 1 && isRule(end))) end += 1;
  return end === start + 1 ? start : end;
}

/** A row of a table: its cells, the signs between them, and the blanks at its ends. */
type TableRow = {
  readonly isRule: boolean;
  readonly parts: readonly { readonly text: string; readonly column: number | null }[];
};

/** The rows of a table, and how wide each column is, in letters of a fixed width. The parts, joined, are the table. */
export function tableOf(content: string): {
  readonly rows: readonly TableRow[];
  readonly widths: readonly number[];
} {
  const widths: number[] = [];
  const rows = (content.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line): TableRow => {
    const isRule = TABLE_RULE.test(line.trim());
    const cells = line.match(/\n|\||(?:\\[^\n]|[^|\\\n])+|\\/g) ?? [];
    const [begins, finishes] = [cells.findIndex(isFull), cells.findLastIndex(isFull)];
    let column = 0;
    const parts = cells.map((text, index) => {
      const isEdge = index < begins || index > finishes;
      if (text === "|" && index > begins) column += 1;
      if (text === "|" || isEdge) return { text, column: null };
      widths[column] = Math.max(widths[column] ?? 0, widthOf(text));
      return { text, column };
    });
    return { isRule, parts };
  });
  return { rows, widths };
}

const isFull = (text: string) => text.trim() !== "";

const WIDE = /[\p{Emoji_Presentation}\u3000-\u30FF\uFF01-\uFF60\p{sc=Han}\p{sc=Hangul}]/u;
const NO_WIDTH = /\p{M}|\u200D/u;
/** A sign that is drawn as an emoji because of what follows it. */
const MADE_WIDE = /[^\p{Emoji_Presentation}]\uFE0F/gu;

/** How wide a cell is, in letters of a fixed width, with a blank at each side. */
function widthOf(cell: string): number {
  let width = Number(!/^\s/.test(cell)) + Number(!/\s$/.test(cell));
  for (const letter of cell.replaceAll(MADE_WIDE, "字"))
    width += NO_WIDTH.test(letter) ? 0 : WIDE.test(letter) ? 2.2 : 1;
  return width;
}

/** Where a run of code that begins at `start` ends, without the empty lines behind it. */
function endOfRun(kinds: readonly TextBlock["kind"][], start: number): number {
  let end = start + 1;
  while (kinds[end] === "code" || (kinds[end] === "gap" && kinds[end + 1] === "code")) end += 1;
  return end;
}

/** Words of this length may be broken behind the signs that addresses are made of; longer ones are no addresses. */
const LONG_WORD = /\S{30,}/g;
const LONGEST_ADDRESS = 2000;
const BEHIND_SIGN = /(?<=[/?&=._@#%+-])(?=\w)/;

/**
 * Splits text where a browser may break an address over two lines: behind its signs, not in the middle of a word. The
 * parts, joined, are the text.
 */
export function breakable(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(LONG_WORD)) {
    const [first = "", ...others] = word.length > LONGEST_ADDRESS ? [] : word.split(BEHIND_SIGN);
    if (others.length === 0) continue;
    parts.push(text.slice(from, index) + first, ...others.slice(0, -1));
    from = index + word.length - (others.at(-1)?.length ?? 0);
  }
  parts.push(text.slice(from));
  return parts;
}
