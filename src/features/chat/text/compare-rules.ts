/** A part of a text: from `start` up to `end`. */
export type TextRange = { readonly start: number; readonly end: number };

/**
 * A number, a date or a name in a text. Another text shares it when it says all of `needs`, or one of `or`.
 */
type Fact = TextRange & { readonly needs: readonly string[]; readonly or: readonly string[] };

/** The facts of one text, and all that it says. */
type Read = { readonly facts: readonly Fact[]; readonly says: ReadonlySet<string> };

/**
 * For each of some texts, where it has numbers, dates and proper names that not all of the others have, in order. Which
 * one is right is not known. A fixed rule, the same for every language:
 *
 * - Numbers are compared by value. A comma before exactly three digits groups thousands, any other comma is a decimal
 *   one; a point is a decimal one unless there are several. 5 % is another number than 5. The numbers of list items do
 *   not count.
 * - Dates are compared by year, month and day: 2026-11-22, 22 November 2026, Nov 22. A date without a year agrees with
 *   every year. 11/22/2026 is compared as it is written, because nobody can say which part is the month.
 * - Proper names are capitalized words that do not begin a sentence or a line, those in a row together, and words in
 *   capitals only. One that begins a sentence elsewhere counts as said there. Scripts without capitals have none.
 */
export function differences(texts: readonly string[]): TextRange[][] {
  const read = texts.map(readFacts);
  return read.map(({ facts }, index) =>
    facts
      .filter((fact) => read.some(({ says }, other) => other !== index && !isSaid(fact, says)))
      .map(({ start, end }) => ({ start, end })),
  );
}

const isSaid = ({ needs, or }: Fact, says: ReadonlySet<string>) =>
  needs.every((need) => says.has(need)) || or.some((way) => says.has(way));

function readFacts(text: string): Read {
  const says = new Set<string>();
  const facts = [...dates(text, says)];
  // Of the same length, so that places stay what they are.
  const withoutDates = blanked(text, facts);
  const found = numbers(withoutDates, says);
  facts.push(...found, ...names(blanked(withoutDates, found), says));
  return { facts: facts.sort((left, right) => left.start - right.start), says };
}

function blanked(text: string, ranges: readonly TextRange[]): string {
  let rest = "";
  let at = 0;
  for (const { start, end } of ranges) {
    rest += text.slice(at, start) + "\u0001".repeat(end - start);
    at = end;
  }
  return rest + text.slice(at);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DAY = "\\d{1,2}(?:st|nd|rd|th)?";
const DATE = new RegExp(
  [
    "(?<y1>\\d{4})-(?<m1>\\d{2})-(?<d1>\\d{2})",
    `(?<d2>${DAY}) (?:of )?(?<m2>${MONTH})\\b\\.?(?:,? (?<y2>\\d{4}))?`,
    `(?<m3>${MONTH})\\.? (?<d3>${DAY})(?![\\d:])(?:,? (?<y3>\\d{4}))?`,
    `(?<m4>${MONTH})\\.?,? (?<y4>\\d{4})`,
    "(?<slashed>\\d{1,4}/\\d{1,2}/\\d{1,4})",
  ]
    .map((form) => `(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}])`)
    .join("|"),
  "giu",
);

function dates(text: string, says: Set<string>): Fact[] {
  return [...text.matchAll(DATE)].map(({ 0: written, index, groups = {} }) => {
    const found = sayDate(groups, says);
    return { start: index, end: index + written.length, needs: [found.need], or: found.or };
  });
}

/** Notes a date as it was found, and returns what another text must say to share it. */
function sayDate(groups: Readonly<Record<string, string | undefined>>, says: Set<string>) {
  const { slashed } = groups;
  if (slashed !== undefined) {
    says.add(slashed);
    return { need: slashed, or: [] };
  }
  const part = (name: string) =>
    [1, 2, 3, 4].map((form) => groups[`${name}${form}`]).find((it) => it !== undefined);
  const month = part("m") ?? "";
  const number = /^\d/.test(month)
    ? Number(month)
    : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const year = part("y");
  const day = `${number}-${Number.parseInt(part("d") ?? "0", 10)}`;
  const [any, full, open] = [`any ${day}`, `${year} ${day}`, `open ${day}`];
  says.add(any);
  says.add(year === undefined ? open : full);
  return { need: year === undefined ? any : full, or: [open] };
}

const LIST_NUMBER = /^[^\S\n]*\d{1,3}[.)](?=[^\S\n])/gm;
const NUMBER =
  /(?<![\p{L}\p{N}_])(?:(?<![\p{L}\p{N}.,])[-−](?=\d))?\d+(?:[.,:'’\u00A0\u2009\u202F]\d+)*(?:\s?%|\s?per\s?cent\b)?/giu;

function numbers(text: string, says: Set<string>): Fact[] {
  const listed = new Set(
    [...text.matchAll(LIST_NUMBER)].map(({ 0: marker, index }) => index + marker.search(/\d/)),
  );
  return [...text.matchAll(NUMBER)]
    .filter(({ index }) => !listed.has(index))
    .map(({ 0: written, index }) => {
      const value = `number ${valueOf(written)}`;
      says.add(value);
      return { start: index, end: index + written.length, needs: [value], or: [] };
    });
}

/** One way of writing for each value: `1000`, `1.5`, `5%`. What is no value, as 10:30 and 1.2.3, stays as it is. */
export function valueOf(written: string): string {
  const percent = /[%\p{L}]$/iu.test(written) ? "%" : "";
  const digits = written.replace(/\s?(?:%|per\s?cent)$/iu, "").replace("−", "-");
  const plain = digits
    .replaceAll(/(?<=\d)['’\u00A0\u2009\u202F](?=\d{3}(?!\d))/g, "")
    .replaceAll(/,(?=\d{3}(?!\d))/g, "");
  const points = plain.split(".").length - 1;
  const grouped = points > 1 && /^-?\d{1,3}(?:\.\d{3})+$/.test(plain);
  const decimal = grouped ? plain.replaceAll(".", "") : plain.replace(/^(-?\d+),(\d+)$/, "$1.$2");
  if (!/^-?\d+(?:\.\d+)?$/.test(decimal)) return decimal + percent;
  const [, sign = "", whole = "", rest = ""] = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(decimal) ?? [];
  return `${sign}${whole}${rest === "" ? "" : `.${rest}`}${percent}`;
}

/** A word with a capital, and others behind it. */
const NAME =
  /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{M}\p{N}'’-]*(?:[^\S\n]\p{Lu}[\p{L}\p{M}\p{N}'’-]*)*/gu;
/** What stands before a word that begins a sentence or a line. */
const BEGINNING = /(?:^|[\n.!?…:;]["'”’)\]]*)[^\S\n]*(?:[^\p{L}\p{N}\n.,]*)$/u;
/** How many characters before a word are searched for it. */
const LOOKED_BACK = 24;

function names(text: string, says: Set<string>): Fact[] {
  return [...text.matchAll(NAME)].flatMap(({ 0: written, index }) => {
    const words = [...written.matchAll(/\S+/gu)].map((word) => ({
      start: index + word.index,
      text: word[0].replace(/['’](?:s|S)?$/u, ""),
    }));
    for (const word of words) says.add(nameOf(word.text));
    const before = text.slice(Math.max(0, index - LOOKED_BACK), index);
    const begins = BEGINNING.test(index === 0 ? "" : before);
    const counted = words.filter(
      (word, place) =>
        !/^I(?:['’]|$)/u.test(word.text) && !(begins && place === 0 && !isAcronym(word.text)),
    );
    const first = counted[0];
    const last = counted.at(-1);
    if (first === undefined || last === undefined || isHeading(text, index)) return [];
    const needs = counted.map((word) => nameOf(word.text));
    return [{ start: first.start, end: last.start + last.text.length, needs, or: [] }];
  });
}

const nameOf = (word: string) => `name ${word.toLowerCase()}`;
const isAcronym = (word: string) => /^\p{Lu}[\p{Lu}\p{N}-]+$/u.test(word);

/** Whether every word of the line but the shortest has a capital, as in headings, where capitals say nothing. */
function isHeading(text: string, at: number): boolean {
  const start = text.lastIndexOf("\n", at) + 1;
  const end = text.indexOf("\n", at);
  const line = text.slice(start, end === -1 ? text.length : end);
  if (line.length > 80 || /[.!?,;]\s*$/u.test(line)) return false;
  const words = line.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  const begins = /^\p{Lu}/u.test(words[0] ?? "");
  return (
    begins && words.length > 1 && words.every((word) => word.length < 4 || /^\p{Lu}/u.test(word))
  );
}
