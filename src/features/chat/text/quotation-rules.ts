/** A reply that a text is about, by the name that the text gives it in square brackets. */
export type NamedReply = { readonly name: string; readonly content: string };
/** A part of a text. The texts of all parts, joined, are the text. */
type QuotingPart = {
  readonly text: string;
  /** Where the words stand: the number of the reply, and the place in its content. Null for what is no quotation. */
  readonly place: { readonly reply: number; readonly start: number; readonly end: number } | null;
};

/** What closes what these open. A mark that opens and closes, as " does, opens where nothing is open. */
const CLOSING: ReadonlyMap<string, string> = new Map([
  ["“", "”"],
  ["„", "“”"],
  ["”", "”"],
  ["«", "»"],
  ["»", "«"],
  ["‹", "›"],
  ['"', '"'],
  ["「", "」"],
  ["『", "』"],
]);
/** A mark that is still open after so many characters was never closed. */
const LONGEST = 1_000;

const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
/**
 * What a text has beside white space, dashes, quotation marks, and the signs around emphasized words: numbers, words, the
 * characters of scripts without spaces, and every other sign.
 */
const TOKEN = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])[-−])?\p{N}+(?:[.,:]\p{N}+)*|${UNSPACED}\p{M}*|(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}])+|(?<=[\p{L}\p{N}])[*_]+(?=[\p{L}\p{N}])|[^\s\p{Pd}\p{Pi}\p{Pf}−"'„‚「」『』‘’*_${"`"}]`,
  "gu",
);
/** Punctuation that the writer may have added at the ends. */
const AT_ENDS = /^[.,;:!?…。，、；：！？]$/;
/** What may stand between the names of several replies. */
const BETWEEN_NAMES = /^[\s,;、，&+/]*(?:\p{L}{1,3}\s*)?$/u;

type Token = { readonly word: string; readonly start: number; readonly end: number };
type Range = { readonly start: number; readonly end: number };
/** The replies whose names stand together, each once, in both orders. */
type Names = Range & { readonly forth: readonly number[]; readonly back: readonly number[] };

/**
 * Finds the quotations in a text that stand word for word in the reply that they name. Case, quotation marks, dashes, white
 * space and the signs of emphasis do not matter, nor does punctuation at the ends. The names stand in square brackets:
 * right behind the quotation, right before it, or else before it in its line. Of several names that
 * stand together, the nearest counts whose reply has the words. Takes time in proportion to the text and the replies.
 */
export function quotingParts(text: string, replies: readonly NamedReply[]): QuotingPart[] {
  const quotations = quotationsIn(text);
  const words = quotations.map(({ start, end }) => wordsOf(text.slice(start, end)));
  const places = findAll(words, replies);
  const parts: QuotingPart[] = [];
  let done = 0;
  const add = (end: number, place: QuotingPart["place"]) => {
    if (end > done) parts.push({ text: text.slice(done, end), place });
    done = end;
  };
  for (const [index, named] of repliesNamed(text, quotations, replies).entries()) {
    const [quotation, found] = [quotations[index], places[index]];
    const place = named.map((reply) => found?.get(reply)).find((it) => it !== undefined);
    if (quotation === undefined || place === undefined) continue;
    add(quotation.start, null);
    add(quotation.end, place);
  }
  add(text.length, null);
  return parts;
}

/** What stands between quotation marks, without them. Marks within others belong to the words. */
function quotationsIn(text: string): Range[] {
  const found: Range[] = [];
  let opened: { at: number; mark: string; closing: string } | undefined;
  for (const { 0: mark, index } of text.matchAll(/[“”„«»‹›"「」『』]|\n\s*\n/g)) {
    const closing = CLOSING.get(mark);
    if (opened && index - opened.at > LONGEST) opened = undefined;
    if (opened?.closing.includes(mark)) {
      found.push({ start: opened.at + 1, end: index });
      opened = undefined;
    } else if (mark.startsWith("\n")) {
      opened = undefined;
    } else if (closing !== undefined && (!opened || opened.mark === mark)) {
      opened = { at: index, mark, closing };
    }
  }
  return found;
}

/** Which replies each of the quotations names, the nearest first. */
function repliesNamed(
  text: string,
  quotations: readonly Range[],
  replies: readonly NamedReply[],
): (readonly number[])[] {
  const groups = namesIn(text, replies);
  /** How many groups begin before the quotation at hand. */
  let before = 0;
  let used: Names | undefined;
  return quotations.map(({ start, end }) => {
    while ((groups[before]?.start ?? Number.POSITIVE_INFINITY) < start) before += 1;
    const [last, next] = [groups[before - 1], groups[before]];
    const between = last ? text.slice(Math.max(last.end, start - LONGEST), start - 1) : "\n";
    const isRightBefore =
      last !== undefined &&
      last !== used &&
      /^[:：]?\s{0,9}$/.test(between) &&
      !/\n.*\n/s.test(between);
    if (isRightBefore) return last.back;
    if (next && next.start < end + 10 && /^\s*$/.test(text.slice(end + 1, next.start))) {
      used = next;
      return next.forth;
    }
    const isInLine = last && start - last.end <= LONGEST && !between.includes("\n");
    return isInLine ? last.back : [];
  });
}

/** The names of replies in square brackets. Those with nothing much between them are together. */
function namesIn(text: string, named: readonly NamedReply[]): Names[] {
  const byName = new Map(named.map(({ name }, index) => [`[${name}]`, index]));
  const groups: Names[] = [];
  for (const { 0: bracket, index: start } of text.matchAll(/\[[^[\]\n]{1,60}\]/g)) {
    const reply = byName.get(bracket);
    if (reply === undefined) continue;
    const last = groups.at(-1);
    const end = start + bracket.length;
    const isTogether =
      last && start - last.end <= 10 && BETWEEN_NAMES.test(text.slice(last.end, start));
    const together = isTogether ? last : { start, forth: [], back: [] };
    const { forth, back }: Pick<Names, "forth" | "back"> = together;
    if (isTogether) groups.pop();
    groups.push({
      start: together.start,
      end,
      forth: forth.includes(reply) ? forth : [...forth, reply],
      back: [reply, ...back.filter((other) => other !== reply)],
    });
  }
  return groups;
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), ({ 0: word, index: start }) => ({
    word: word.toLowerCase().normalize("NFC").replace("−", "-"),
    start,
    end: start + word.length,
  }));
}

/** The words of a quotation. */
function wordsOf(quotation: string): string[] {
  const words = tokensOf(quotation).map(({ word }) => word);
  const isWord = (word: string) => !AT_ENDS.test(word);
  const first = words.findIndex(isWord);
  return first === -1 ? [] : words.slice(first, words.findLastIndex(isWord) + 1);
}

/** A node of the tree of all that is looked for. */
type Node = {
  readonly children: Map<string, Node>;
  /** How many words lead here, where a quotation ends here. */
  length: number;
  /** The node of the longest beginning of another quotation with which these words end. */
  shorter: Node | undefined;
  /** The next such node at which a quotation ends that was not found yet. */
  ending: Node | undefined;
};

/**
 * Where each of the lists of words stands first in each of the replies, by the reply's number. All are looked for at once
 * (Aho and Corasick's way), so that many quotations take no longer than their length.
 */
function findAll(
  lists: readonly (readonly string[])[],
  replies: readonly NamedReply[],
): Map<number, NonNullable<QuotingPart["place"]>>[] {
  const newNode = (): Node => ({
    children: new Map(),
    length: 0,
    shorter: undefined,
    ending: undefined,
  });
  const root = newNode();
  const ends = lists.map((words) => {
    let node = root;
    for (const word of words) {
      const child = node.children.get(word) ?? newNode();
      node.children.set(word, child);
      node = child;
    }
    node.length = words.length;
    return node;
  });
  const follow = (from: Node, word: string): Node => {
    let node: Node | undefined = from;
    while (node && !node.children.has(word)) node = node.shorter;
    return node?.children.get(word) ?? root;
  };
  // Shorter ones come first, as each looks at those.
  const nodes = [root];
  for (const node of nodes) {
    for (const [word, child] of node.children) {
      child.shorter = node.shorter ? follow(node.shorter, word) : root;
      nodes.push(child);
    }
  }

  const found = new Map<Node, Map<number, NonNullable<QuotingPart["place"]>>>();
  for (const [reply, { content }] of replies.entries()) {
    for (const node of nodes)
      node.ending = node.shorter?.length ? node.shorter : node.shorter?.ending;
    const isFound = (node: Node) => found.get(node)?.has(reply) ?? false;
    const tokens = tokensOf(content);
    let node = root;
    for (const [index, { word, end }] of tokens.entries()) {
      node = follow(node, word);
      const passed: Node[] = [];
      let ending: Node | undefined = node;
      for (; ending && (ending === node || !isFound(ending)); ending = ending.ending) {
        passed.push(ending);
        if (ending.length === 0 || isFound(ending)) continue;
        const start = tokens[index - ending.length + 1]?.start ?? 0;
        const places = found.get(ending) ?? new Map();
        found.set(ending, places.set(reply, { reply, start, end }));
      }
      while (ending && isFound(ending)) ending = ending.ending;
      // All of them are found in this reply now, and none is passed again.
      for (const one of passed) one.ending = ending;
    }
  }
  return ends.map((end) => found.get(end) ?? new Map());
}
