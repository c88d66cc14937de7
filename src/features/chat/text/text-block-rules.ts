import { hasRightToLeft } from "./direction-rules.ts";

/** A part of a message. The contents of all its blocks, joined, are the message, character by character. */
export type TextBlock = {
  /**
   * `lines`: ordinary lines. `gap`: empty lines. `item`: a line of a list. `fence`: code between two fences, with them.
   * `code`: what looks like code without any. `table`: rows between `|`.
   */
  readonly kind: "lines" | "gap" | "item" | "fence" | "code" | "table";
  /** Where it begins in the message. */
  readonly at: number;
  /** With the line break at its end. */
  readonly content: string;
  /** What an item begins with, up to its first word; the first line of a fence; empty for other kinds. */
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
/** A line that opens a fence: at most a word stands apart from the signs. */
const OPENING = /^ {0,3}(`{3,}|~{3,})(?:[^\s`~][^`]*|[ \t]+[^\s`~][^\s`]*)?$/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})$/;
/** A row between a table's head and its body. */
const RULE = /^(?=.*-)[|:\- ]+$/;
/** Brackets of programs. Round ones are in every letter, except right behind a name. */
const PROGRAM_BRACES = /[{}[\]<>;=]|\w\(/;

/**
 * Splits a message into the parts that are shown differently.
 * @param isGrowing Whether its last line may go on: below a row of a table, it is one before its end has come.
 */
export function textBlocks(content: string, isGrowing = false): readonly TextBlock[] {
  if (content.length > MOST_CHARACTERS) {
    return [{ kind: "lines", at: 0, content, marker: "", closing: "" }];
  }
  const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const kinds = kindsOf(lines, isGrowing);
  const blocks: TextBlock[] = [];
  let at = 0;
  for (let index = 0; index < lines.length;) {
    const kind = kinds[index] ?? "lines";
    const line = lines[index] ?? "";
    let end = index + 1;
    let [marker, closing] = ["", ""];
    if (kind === "item") marker = ITEM.exec(line)?.[0] ?? "";
    else if (kind === "fence") {
      [marker, end] = [line, endOfFence(lines, index)];
      const last = lines[end - 1] ?? "";
      const isClosed = end > index + 1 && closingOf(last)?.startsWith(openingOf(line) ?? "");
      if (isClosed === true) closing = last.replace(/\n$/, "");
    } else while (kinds[end] === kind) end += 1;
    const own = lines.slice(index, end).join("");
    blocks.push({ kind, at, content: own, marker, closing });
    at += own.length;
    index = end;
  }
  return blocks;
}

/** The lines between the fences of a block, without the line break at their end. */
export function fencedCode({ content, marker, closing }: TextBlock): string {
  const end = closing === "" ? content.length : content.lastIndexOf(closing);
  return content.slice(marker.length, end).replace(/\r?\n$/, "");
}

/** Where the fence that begins at `start` ends: behind a line of the same sign, at least as often, else with the text. */
function endOfFence(lines: readonly string[], start: number): number {
  const signs = openingOf(lines[start]) ?? "";
  for (let at = start + 1; at < lines.length; at += 1) {
    if (closingOf(lines[at])?.startsWith(signs) === true) return at + 1;
  }
  return lines.length;
}

/** The signs of a line that opens a fence, or may close one. */
const openingOf = (line = "") => OPENING.exec(line.trimEnd())?.[1];
const closingOf = (line = "") => CLOSING.exec(line.trimEnd())?.[1];

/** Whether a line is indented, or one in eight of its letters is a brace. Text from right to left is never code. */
export function looksLikeCode(line: string): boolean {
  const start = line.slice(0, LOOKED_AT);
  if (ITEM.test(start) || hasRightToLeft(start)) return false;
  if (INDENTED.test(start)) return true;
  const braces = start.match(BRACES)?.length ?? 0;
  const letters = start.replaceAll(/\s/g, "").length;
  const isOne = braces === 1 && letters > 1 && !start.trimEnd().endsWith("{");
  return PROGRAM_BRACES.test(start) && braces * 8 >= letters && !isOne;
}

/** Two or more lines in a row that look like code are code, with single empty lines between them. */
function kindsOf(lines: readonly string[], isGrowing: boolean): TextBlock["kind"][] {
  const kinds = lines.map((line): TextBlock["kind"] =>
    line.trim() === "" ? "gap" : ITEM.test(line) ? "item" : looksLikeCode(line) ? "code" : "lines",
  );
  for (let at = 0; at < lines.length;) {
    const isFence = openingOf(lines[at]) !== undefined;
    const end = isFence ? endOfFence(lines, at) : endOfTable(lines, at, isGrowing);
    kinds.fill(isFence ? "fence" : "table", at, end);
    at = Math.max(end, at + 1);
  }
  for (let start = kinds.indexOf("code"); start !== -1; start = kinds.indexOf("code", start)) {
    const end = endOfRun(kinds, start);
    kinds.fill(end - start > 1 ? "code" : "lines", start, end);
    start = end;
  }
  return kinds;
}

/** Where the table that begins at `start` ends; `start` if none does. It has two rows, or one and the rule below it. */
function endOfTable(lines: readonly string[], start: number, isGrowing: boolean): number {
  const isPart = (at: number) => {
    const line = lines[at]?.trim() ?? "";
    const isUnfinished = isGrowing && at === lines.length - 1;
    return line.startsWith("|") && (isUnfinished || line.endsWith("|"));
  };
  if (!isPart(start)) return start;
  let end = start + 1;
  while (isPart(end) || (end === start + 1 && RULE.test(lines[end]?.trim() ?? ""))) end += 1;
  return end === start + 1 ? start : end;
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
