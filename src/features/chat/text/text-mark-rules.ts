import { hasRightToLeft } from "./direction-rules.ts";

/** A part of a text that is set in one way. The texts of all runs, joined, are the text. */
export type Run = {
  readonly text: string;
  readonly look: Look;
};
/** How a run is set. A sign only says how something else is set, as the stars around a bold word do. */
export type Look = {
  readonly isSign: boolean;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isStruck: boolean;
  readonly isCode: boolean;
  /** A formula between words that are written from right to left. It is from left to right. */
  readonly isFormula: boolean;
};

const PLAIN: Look = {
  isSign: false,
  isBold: false,
  isItalic: false,
  isStruck: false,
  isCode: false,
  isFormula: false,
};
/** How a sign is set, whatever is around it. */
const SIGN: Look = { ...PLAIN, isSign: true };

/** A formula. In prices such as `$5 or $10` a blank is before the second sign, or a digit behind it. */
const FORMULA = /\$\$[^$\n]+\$\$|\$(?!\s)[^$\n]*[^$\s]\$(?!\d)|\\\((?:[^\\\n]|\\[^()\n])+\\\)/;
/** What may be a sign: ticks, an escaped sign, an address, stars, lines or tildes, and the brackets of a link. */
const TOKEN =
  /`+|\\[\\`*_[\]]|https?:\/\/[^\s*`<>()[\]]*[^\s*`<>()[\]_.,;:!?~]|\*+|_+|~+|!?\[|\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*(?: +(?:"[^"\n]*"|'[^'\n]*'))?\)/g;
/** Where words go from left to right, only this is a formula: `\(…\)`, or between two `$` what no prices have. */
const SURE_FORMULA = /^\\\(|^(?!.*(?:\*\*|`|\]\())(?=.*[\\^{])/;
const TOKEN_OR_FORMULA = new RegExp(`${FORMULA.source}|${TOKEN.source}`, "g");
/** What a pair is not set in the middle of; a sign that makes an emoji of what is before it is no letter. */
const IN_WORD = /(?![\uFE0F\u20E3])[\p{L}\p{M}\p{N}]/u;
/** Scripts that put no spaces between words. They have no such middle, nor where they meet another script. */
const UNSPACED =
  /[\u3040-\u30FF\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** What a single sign does not begin and end, as in `*.ts` and `a/*`. */
const NOT_FIRST = /[.,;:!?)\]}/]/;
const NOT_LAST = /[([{/]/;
const QUOTE_SIGNS = /^ {0,3}(?:> ?)+/;

type Delimiter = {
  readonly at: number;
  readonly length: number;
  readonly sign: string;
  /** What it begins and ends; none where it is text. */
  readonly pair: "opens" | "closes" | null;
};
/** A part of a line that is set as a sign, as code or as a formula. */
type Span = {
  readonly from: number;
  readonly to: number;
  readonly is: "sign" | "code" | "formula";
};

/**
 * Splits text into runs by the signs that models write: `**bold**`, `*italic*`, the same with `_`, `~~struck~~`, `code` between
 * ticks, and `[text](address)`, also with a title. A pair is closed on its line, has nothing blank inside its edges, and is not in the middle of a word.
 * Takes time in proportion to the text.
 * @param isQuote Whether its lines begin with the signs of a quotation.
 */
export function markedRuns(text: string, isQuote = false): readonly Run[] {
  const runs: Run[] = [];
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const quoted = isQuote ? (QUOTE_SIGNS.exec(line)?.[0] ?? "") : "";
    const signs = quoted === "" ? [] : [{ text: quoted, look: SIGN }];
    for (const run of [...signs, ...runsOfLine(line.slice(quoted.length))]) {
      const before = runs.at(-1);
      if (before && isSameLook(before.look, run.look))
        runs[runs.length - 1] = { ...before, text: before.text + run.text };
      else runs.push(run);
    }
  }
  return runs;
}

/** Whether two runs are set in the same way. */
const isSameLook = (one: Look, other: Look): boolean =>
  one.isSign === other.isSign &&
  one.isBold === other.isBold &&
  one.isItalic === other.isItalic &&
  one.isStruck === other.isStruck &&
  one.isCode === other.isCode &&
  one.isFormula === other.isFormula;

function runsOfLine(line: string): readonly Run[] {
  const { delimiters, spans } = signsOf(line);
  if (delimiters.length === 0 && spans.length === 0) return [{ text: line, look: PLAIN }];
  const cuts: { readonly at: number; readonly to: number; readonly sign: Delimiter | Span }[] = [
    ...delimiters.map((sign) => ({ at: sign.at, to: sign.at + sign.length, sign })),
    ...spans.map((sign) => ({ at: sign.from, to: sign.to, sign })),
  ].toSorted((one, other) => one.at - other.at);
  const runs: Run[] = [];
  let [at, bold, italic, struck] = [0, 0, 0, 0];
  const push = (to: number, is: Span["is"] | "text") => {
    if (to === at) return;
    const look = {
      isSign: false,
      isBold: bold > 0,
      isItalic: italic > 0,
      isStruck: struck > 0,
      isCode: is === "code",
      isFormula: is === "formula",
    };
    runs.push({ text: line.slice(at, to), look: is === "sign" ? SIGN : look });
    at = to;
  };
  for (const { at: from, to, sign } of cuts) {
    push(from, "text");
    if ("is" in sign) {
      push(to, sign.is);
      continue;
    }
    const change = sign.pair === "opens" ? 1 : -1;
    push(to, "sign");
    if (sign.sign === "~~") {
      struck += change;
      continue;
    }
    if (sign.length !== 1) bold += change;
    if (sign.length !== 2) italic += change;
  }
  push(line.length, "text");
  return runs;
}

/** The pairs of a line, and what else is set apart in it, in no particular order. */
function signsOf(line: string) {
  const spans: Span[] = [];
  const delimiters: Delimiter[] = [];
  const opened: Delimiter[] = [];
  /** How many of each kind are open. */
  const open = new Map<string, number>();
  const brackets: Span[] = [];
  let closingTicks: ReadonlyMap<number, number> | undefined;
  const hasFormulas = /\$|\\\(/.test(line);
  const isRightToLeft = hasFormulas && hasRightToLeft(line);
  const tokens = new RegExp(hasFormulas ? TOKEN_OR_FORMULA : TOKEN);
  for (let found = tokens.exec(line); found !== null; found = tokens.exec(line)) {
    const { 0: token, index: at } = found;
    const end = at + token.length;
    if (token.startsWith("`")) {
      closingTicks ??= ticksOf(line);
      const closing = closingTicks.get(at);
      if (closing === undefined) continue;
      spans.push(
        { from: at, to: end, is: "sign" },
        { from: end, to: closing, is: "code" },
        { from: closing, to: closing + token.length, is: "sign" },
      );
      tokens.lastIndex = closing + token.length;
    } else if (/^(?:\$|\\\()/.test(token)) {
      // What is written from right to left stands between two prices.
      if (isRightToLeft ? hasRightToLeft(token) : !SURE_FORMULA.test(token))
        tokens.lastIndex = at + 1;
      else if (isRightToLeft) spans.push({ from: at, to: end, is: "formula" });
    } else if (token.endsWith("[")) brackets.push({ from: at, to: end, is: "sign" });
    else if (token.startsWith("]")) {
      const bracket = brackets.pop();
      if (bracket && bracket.to < at) spans.push(bracket, { from: at, to: end, is: "sign" });
    } else if (/^(?:[*_]{1,3}|~~)$/.test(token)) {
      const delimiter = { at, length: token.length, sign: token, pair: null };
      if (canClose(line, at, end) && close(delimiter, opened, open, delimiters)) continue;
      if (!canOpen(line, at, end)) continue;
      opened.push(delimiter);
      open.set(token, (open.get(token) ?? 0) + 1);
    }
  }
  return { delimiters, spans };
}

/** Closes what the signs of a pair can close, and forgets what was opened in it. Returns whether there was something. */
function close(
  closing: Delimiter,
  opened: Delimiter[],
  open: Map<string, number>,
  found: Delimiter[],
): boolean {
  const pop = () => {
    const last = opened.pop();
    if (last) open.set(last.sign, (open.get(last.sign) ?? 0) - 1);
    return last;
  };
  if ((open.get(closing.sign) ?? 0) > 0) {
    let opening = pop();
    while (opening && opening.sign !== closing.sign) opening = pop();
    if (opening) found.push({ ...opening, pair: "opens" }, { ...closing, pair: "closes" });
    return true;
  }
  // `***` closes a bold and an italic pair at once, whichever is the inner one.
  const [outer, inner] = opened.slice(-2);
  const both = `${outer?.sign}${inner?.sign}`;
  if (closing.length !== 3 || both !== closing.sign || !outer || !inner) return false;
  pop();
  pop();
  found.push(
    { ...outer, pair: "opens" },
    { ...inner, pair: "opens" },
    { ...closing, pair: "closes" },
  );
  return true;
}

/** Where each group of ticks of a line is closed: by the next one of the same length. */
function ticksOf(line: string): ReadonlyMap<number, number> {
  const next = new Map<number, number>();
  const closing = new Map<number, number>();
  for (const { 0: ticks, index } of [...line.matchAll(/`+/g)].toReversed()) {
    const end = next.get(ticks.length);
    if (end !== undefined) closing.set(index, end);
    next.set(ticks.length, index);
  }
  return closing;
}

/**
 * Whether signs between two letters are in the middle of a word. `_` is, in every script, as in the name of a file; and so is
 * a single star beside a digit, which multiplies.
 * @param outside The letter that is not in the pair.
 */
function isInWord(signs: string, outside: string, inside: string): boolean {
  const isLetter = outside < "\u0080" ? /[a-z\d]/i.test(outside) : IN_WORD.test(outside);
  if (!isLetter || signs.startsWith("_")) return isLetter;
  return !(UNSPACED.test(outside) || (signs.length > 1 && UNSPACED.test(inside)));
}
/** The letters before a place and behind it: halves of a pair count as one. Nothing where the line begins or ends. */
const before = (line: string, at: number) =>
  line.slice(at - (/[\uDC00-\uDFFF]/.test(line.charAt(at - 1)) ? 2 : 1), at);
const behind = (line: string, at: number) => {
  const code = line.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
};

function canOpen(line: string, at: number, end: number): boolean {
  const first = behind(line, end);
  if (first.trim() === "" || isInWord(line.slice(at, end), before(line, at), first)) return false;
  return end - at > 1 || !NOT_FIRST.test(first);
}

function canClose(line: string, at: number, end: number): boolean {
  const last = before(line, at);
  if (last.trim() === "" || isInWord(line.slice(at, end), behind(line, end), last)) return false;
  return end - at > 1 || !NOT_LAST.test(last);
}
