import { lettersOf } from "./text-rules.ts";

/**
 * The rule by which texts are searched, as `private.search_text` and `private.unspaced_characters` have it in SQL
 * (supabase/schemas/search). Listed characters, not classes such as \p{L}, so that no two versions of Unicode differ.
 */
const UNSPACED =
  "\\u0E01-\\u0E4E\\u0E50-\\u0E59\\u0E81-\\u0EDF\\u1000-\\u109F\\u1780-\\u17D3\\u2600-\\u27BF\\u2B00-\\u2BFF\\u2E80-\\u2FFF" +
  "\\u3005-\\u3007\\u3021-\\u302F\\u3031-\\u303C\\u3041-\\u30FA\\u30FC-\\u312F\\u31A0-\\u31FF\\u3400-\\u9FFF\\uF900-\\uFAFF" +
  "\\u{1F000}-\\u{1FAFF}\\u{20000}-\\u{3FFFF}";
const SEPARATORS =
  "\\u0000-\\u002F\\u003A-\\u0040\\u005B-\\u0060\\u007B-\\u00A9\\u00AB-\\u00B4\\u00B6-\\u00B9\\u00BB-\\u00BF\\u00D7\\u00F7" +
  "\\u037E\\u0589\\u058A\\u05BE\\u060C\\u061B\\u061F\\u06D4\\u0964\\u0965\\u2000-\\u206F\\u20A0-\\u20CF\\u2190-\\u25FF" +
  "\\u27C0-\\u2AFF\\u2E00-\\u2E7F\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303D-\\u3040\\u30FB\\uFFF0-\\uFFFF";
const MARKS =
  "\\u00AD\\u0300-\\u036F\\u0591-\\u05BD\\u05BF\\u05C1\\u05C2\\u05C4\\u05C5\\u05C7\\u0610-\\u061A\\u064B-\\u065F\\u0670" +
  "\\u06D6-\\u06DC\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u200B-\\u200D\\u2060\\u20D0-\\u20FF\\uFE00-\\uFE0F\\uFE20-\\uFE2F\\uFEFF" +
  "\\u{1F3FB}-\\u{1F3FF}";
/** Characters that the oldest supported database does not know, and newer ones decompose or lower. */
const NEWER =
  "\\u0897\\u1ACF-\\u1AEB\\u1C89\\uA7CB-\\uA7CE\\uA7D2\\uA7D4\\uA7DA-\\uA7F1\\u{105C9}-\\u{105E4}\\u{10D50}-\\u{10D6D}" +
  "\\u{10EFA}-\\u{10EFF}\\u{11383}-\\u{113D0}\\u{11F41}\\u{11F42}\\u{1611E}-\\u{1612F}\\u{16D67}-\\u{16D6A}" +
  "\\u{16EA0}-\\u{16EB8}\\u{1CCD6}-\\u{1CCF9}\\u{1E030}-\\u{1E08F}\\u{1E4EC}-\\u{1E4EF}\\u{1E5EE}\\u{1E5EF}" +
  "\\u{1E6E3}-\\u{1E6F5}";
/** Korean letters, which together become syllables. */
const LETTERS = "\\u1100-\\u11FF\\u3131-\\u318E\\uA960-\\uA97C\\uD7B0-\\uD7FB\\uFFA0-\\uFFDC";

const unspaced = new RegExp(`[${UNSPACED}]`, "u");
const separator = new RegExp(`[${SEPARATORS}]`, "u");
const newer = new RegExp(`[${NEWER}]`, "gu");
const marks = new RegExp(`[${MARKS}]+`, "gu");
/** A character with its marks. Each can be folded by itself. */
const clusters = new RegExp(
  `[\\uAC00-\\uD7A3]?[${LETTERS}][${LETTERS}\\p{M}]*|[\\s\\S][\\p{M}\\uFF9E\\uFF9F]*`,
  "gu",
);
const SAME: Record<string, string> = {
  "\u03C2": "\u03C3",
  "\u0131": "i",
  "\u00F8": "o",
  "\u0142": "l",
  "\u0111": "d",
  "\u00DF": "ss",
  "\u00E6": "ae",
  "\u0153": "oe",
};
const same = new RegExp(`[${Object.keys(SAME).join("")}]`, "gu");

/** A text as searches see it, and where each of its UTF-16 units comes from in the text itself. */
export type SpacedText = {
  /** The words in lower case, without accents, with one space before and after each. */
  text: string;
  /** For each unit of `text`, where the cluster it comes from begins in the original. */
  starts: number[];
  /** And where that cluster ends. */
  ends: number[];
};

/** A text as searches see it. A run of characters of scripts without spaces is a word of its own. */
export function spacedText(original: string): SpacedText {
  const spaced: SpacedText = { text: " ", starts: [0], ends: [0] };
  let before: "space" | "letter" | "unspaced" = "space";
  const add = (text: string, start: number, end: number) => append(spaced, text, start, end);
  for (const { 0: cluster, index } of original.matchAll(clusters)) {
    const end = index + cluster.length;
    for (const character of foldedCluster(cluster)) {
      const kind = kindOf(character);
      if (before !== "space" && kind !== before) add(" ", index, index);
      if (kind !== "space") add(character, index, end);
      before = kind;
    }
  }
  if (before !== "space" || spaced.text === " ") add(" ", original.length, original.length);
  return spaced;
}

function append(to: SpacedText, text: string, start: number, end: number): void {
  to.text += text;
  for (let unit = 0; unit < text.length; unit += 1) {
    to.starts.push(start);
    to.ends.push(end);
  }
}

function kindOf(character: string): "space" | "letter" | "unspaced" {
  if (/^[a-z0-9]$/.test(character)) return "letter";
  if (unspaced.test(character)) return "unspaced";
  return separator.test(character) ? "space" : "letter";
}

function foldedCluster(cluster: string): string {
  if (cluster.length === 1 && cluster < "\u0080") return cluster.toLowerCase();
  return cluster
    .replaceAll(newer, " ")
    .normalize("NFKD")
    .replaceAll(marks, "")
    .toLowerCase()
    .replaceAll(same, (character) => SAME[character] ?? character)
    .normalize("NFC");
}

/** Each begins or ends a phrase. */
const QUOTATION_MARK = /["\u201C\u201D\u201E\u201F\u00AB\u00BB\uFF02]/;

/**
 * Signs that tell names apart, as in C++, C#, snake_case, 100% and ann@example.com. Others only separate words. One
 * that stands alone, as in 'salt & pepper', is no word and need not occur.
 */
const SIGN = /[+#$€£%@_\\&*=<>~^|]/;

/** A piece of a query that has words: these as `spacedText` writes them, and whether it ends where a word does. */
type QueryPiece = { piece: string; words: string; isSigned: boolean; isWhole: boolean };

/**
 * Splits a query at white space, and at quotation marks, which keep a phrase together. Whole words are meant, but the
 * last one, unless it is quoted, may be the beginning of a word.
 */
function piecesOf(query: string): QueryPiece[] {
  const quoted = query.split(QUOTATION_MARK);
  const pieces = quoted.flatMap((text, index) => {
    const isPhrase = index % 2 === 1;
    const isWhole = isPhrase && index < quoted.length - 1;
    return (isPhrase ? [text] : text.split(/\s+/)).flatMap((piece) => {
      const words = spacedText(piece).text.trim();
      return words === "" ? [] : [{ piece, words, isSigned: SIGN.test(piece), isWhole }];
    });
  });
  for (const piece of pieces.slice(0, -1)) piece.isWhole = true;
  return pieces;
}

/** What a text must have for a piece. A sign at the end of the piece ends the word. */
function needleOf({ piece, words, isWhole }: QueryPiece): string {
  const start = unspaced.test(firstOf(words)) ? "" : " ";
  const isEnd = isWhole || separator.test(lastOf(piece));
  const end = !isEnd || unspaced.test(lastOf(words)) ? "" : " ";
  return start + words + end;
}

/** What a text must have to be found by a query, as `spacedText` writes it. Empty when the query has no words. */
export const needlesOf = (query: string): string[] => piecesOf(query).map(needleOf);

/** Those of the pieces without signs. */
const unsignedNeedlesOf = (query: string): string[] =>
  piecesOf(query).flatMap((piece) => (piece.isSigned ? [] : [needleOf(piece)]));

/** A part of a text: where it begins and ends, in UTF-16 units. */
export type Span = { start: number; end: number };

/** Where a text has a piece with its signs, whatever its case and accents. The search index has no signs. */
function placesOfSigned(text: SpacedText, { piece, isWhole }: QueryPiece): Span[] {
  const wanted = foldedText(piece).text;
  const isLetter = (character = " ") => kindOf(character) === "letter";
  const goesOn = (at: number) => isLetter(text.text[at - 1]) && isLetter(text.text[at]);
  const places: Span[] = [];
  for (let at = text.text.indexOf(wanted); at >= 0; at = text.text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (goesOn(at) || (isWhole && goesOn(end))) continue;
    places.push({ start: text.starts[at] ?? 0, end: text.ends[end - 1] ?? 0 });
  }
  return places;
}

/** A text in lower case and without accents, with its signs and spaces. */
function foldedText(original: string): SpacedText {
  const folded: SpacedText = { text: "", starts: [], ends: [] };
  for (const { 0: cluster, index } of original.matchAll(clusters)) {
    append(folded, foldedCluster(cluster), index, index + cluster.length);
  }
  return folded;
}

/** Where a text has each of the pieces of a query whose signs count. */
function placesOfSigns(query: string, text: string): { piece: string; places: Span[] }[] {
  const signed = piecesOf(query).filter(({ isSigned }) => isSigned);
  if (signed.length === 0) return [];
  const folded = foldedText(text);
  return signed.map((each) => ({ piece: each.piece, places: placesOfSigned(folded, each) }));
}

/** How much of a text an excerpt shows, in UTF-16 units. */
export const EXCERPT_LENGTH = 200;

/** A place with words of a query, and which of them it has. */
export type WordPlace = Span & { words: Set<string> };

/**
 * Where a text has what a query looks for, in order, in whole letters, none overlapping. A piece with signs is found only
 * with them.
 */
export function placesOf(text: string, query: string): WordPlace[] {
  const { text: spaced, starts, ends } = spacedText(text);
  const found = placesOfSigns(query, text).flatMap(({ piece, places }) =>
    places.map((span) => ({ ...span, word: piece })),
  );
  for (const needle of unsignedNeedlesOf(query)) {
    const word = needle.trim();
    const lead = needle.startsWith(" ") ? 1 : 0;
    for (let at = spaced.indexOf(needle); at >= 0;) {
      const last = at + lead + word.length;
      found.push({ start: starts[at + lead] ?? 0, end: ends[last - 1] ?? 0, word });
      // The space behind a word is also the one before the next.
      at = spaced.indexOf(needle, last);
    }
  }
  const letters = lettersOf(text);
  const apart: WordPlace[] = [];
  for (const { word, ...span } of found.toSorted((one, other) => one.start - other.start)) {
    const { start } = letterAt(letters, span.start);
    const { end } = letterAt(letters, span.end - 1);
    const before = apart.at(-1);
    if (before !== undefined && start < before.end) {
      before.end = Math.max(before.end, end);
      before.words.add(word);
    } else apart.push({ start, end, words: new Set([word]) });
  }
  return apart;
}

/**
 * The first part of a text, within the length of an excerpt, that has most different words of a query. Takes time in
 * proportion to the places.
 */
export function mostTogether(places: readonly WordPlace[]): Span | undefined {
  const counts = new Map<string, number>();
  const count = (word: string) => counts.get(word) ?? 0;
  const remove = (word: string) =>
    count(word) > 1 ? counts.set(word, count(word) - 1) : counts.delete(word);
  let [first, most] = [0, 0];
  let best: Span | undefined;
  for (const place of places) {
    for (const word of place.words) counts.set(word, count(word) + 1);
    const { end } = place;
    let from = places[first] ?? place;
    while (
      from !== place &&
      (end - from.start > EXCERPT_LENGTH || [...from.words].every((word) => count(word) > 1))
    ) {
      from.words.forEach(remove);
      first += 1;
      from = places[first] ?? place;
    }
    if (counts.size > most) {
      most = counts.size;
      best = { start: from.start, end };
    }
  }
  return best;
}

/** Whether a text has every piece of a query that has signs. */
export const hasSigns = (query: string, text: string): boolean =>
  placesOfSigns(query, text).every(({ places }) => places.length > 0);

const firstOf = (text: string) => Array.from(text)[0] ?? "";
const lastOf = (text: string) => Array.from(text).at(-1) ?? "";

/** Where the letter at a place begins and ends. */
export function letterAt(letters: Intl.Segments, place: number): Span {
  const { index = 0, segment = "" } = letters.containing(place) ?? {};
  return { start: index, end: index + segment.length };
}
