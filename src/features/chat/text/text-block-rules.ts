/** A part of a message. The contents of all its blocks, joined, are the message, character by character. */
export type TextBlock = {
  /** `lines`: ordinary lines. `gap`: empty lines. `item`: a line of a list. `code`: lines of a program or a table. */
  readonly kind: "lines" | "gap" | "item" | "code";
  /** Where it begins in the message. */
  readonly at: number;
  /** With the line break at its end. */
  readonly content: string;
  /** What an item begins with, up to its first word; empty for other kinds. */
  readonly marker: string;
};

/** Longer messages are shown as they are: parts of them by the ten thousand would be slow to lay out. */
const MOST_CHARACTERS = 100_000;
/** Only so many characters of a line decide what it is. */
const LOOKED_AT = 1000;
const ITEM = /^ {0,12}(?:[-*•–]|\d{1,3}[.)]) +(?=\S)/;
const INDENTED = /^(?:\t| {2,})\s*\S/;
const BRACES = /[{}[\]()<>;=]/g;
/** Brackets of programs. Round ones are in every letter, except right behind a name. */
const PROGRAM_BRACES = /[{}[\]<>;=]|\w\(/;

/** Splits a message into the parts that are shown differently. */
export function textBlocks(content: string): readonly TextBlock[] {
  if (content.length > MOST_CHARACTERS) {
    return [{ kind: "lines", at: 0, content, marker: "" }];
  }
  const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const kinds = kindsOf(lines);
  const blocks: TextBlock[] = [];
  let at = 0;
  for (const [index, line] of lines.entries()) {
    const kind = kinds[index] ?? "lines";
    const last = blocks.at(-1);
    if (last?.kind === kind && kind !== "item") {
      blocks[blocks.length - 1] = { ...last, content: last.content + line };
    } else {
      const marker = kind === "item" ? (ITEM.exec(line)?.[0] ?? "") : "";
      blocks.push({ kind, at, content: line, marker });
    }
    at += line.length;
  }
  return blocks;
}

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
function kindsOf(lines: readonly string[]): TextBlock["kind"][] {
  const kinds = lines.map((line): TextBlock["kind"] =>
    line.trim() === "" ? "gap" : ITEM.test(line) ? "item" : looksLikeCode(line) ? "code" : "lines",
  );
  for (let start = kinds.indexOf("code"); start !== -1; start = kinds.indexOf("code", start)) {
    const end = endOfRun(kinds, start);
    kinds.fill(end - start > 1 ? "code" : "lines", start, end);
    start = end;
  }
  return kinds;
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

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether any of it is written from right to left, as Arabic and Hebrew are. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}
