/** A part of a text: from `start` up to `end`. */
export type TextRange = { readonly start: number; readonly end: number };

/** A figure, a date, a name, an amount, or yes or no, in a text. */
export type TextFact = TextRange & {
  /** Only facts of one kind can be given otherwise by another text: `m`, `%`, `$`, `date`, `name` and so on. */
  readonly kind: string;
  /** One way of writing for all ways in which it can be said. */
  readonly value: string;
  /** Another way of writing for the same: of a day of the year, that the year is open. */
  readonly also?: string;
  /** What a text may say for it just as well. */
  readonly or?: readonly string[];
  /** What a text says with it: a date says its year. */
  readonly implies: readonly string[];
  /** Of a figure: its number, and how far apart the two next to it would be that are written as exactly. */
  readonly amount?: { readonly number: number; readonly step: number } | undefined;
  /** Where it stands. Found out only when it is asked for: most facts are in all texts. */
  readonly place: () => Place;
};

/** Where a fact stands in its text. */
export type Place = {
  /** Which words stand around it in its sentence: what it is about. */
  readonly around: ReadonlySet<string>;
  /** The word before it; of a figure without a unit, the one behind it. */
  readonly beside: string;
};

/** The facts of one text, in order, and all that it says. */
export type TextFacts = {
  readonly facts: readonly TextFact[];
  readonly says: ReadonlySet<string>;
  readonly language: Language;
  readonly isOneSentence: boolean;
};

/** A fact before it is known what stands around it. */
type Found = Omit<TextFact, "place">;

/** What a fact is, wherever it stands. */
type Meaning = Omit<Found, keyof TextRange | "implies"> & { readonly implies?: readonly string[] };

/** The parts of what a pattern has found, by their names. */
type Parts = Readonly<Record<string, string | undefined>>;

type Language = "en" | "de" | "fr" | "es";

/**
 * What a text says that can be compared, by a fixed rule for English, German, French and Spanish:
 *
 * - Figures by value, unit and currency. In English a comma before three digits groups thousands and a point is the
 *   decimal one; in the other languages it is the other way round. The numbers of list items do not count. One that is
 *   another one rounded agrees with it: 47.9 with 47.87, 'about 500' with 512. A unit at one end of a range is meant at both.
 * - Dates by year, month and day. One without a year agrees with that day of every year, and a year with every date in
 *   it. In English, where nobody can say which part of 11/12/2026 is the month, it agrees with both days.
 * - Names: capitalized words that do not begin a sentence or a line, those in a row together. In German, where nouns have
 *   capitals too, only two in a row. Scripts without capitals have none. A name agrees with its last word and its initials.
 * - Yes or no, where a text begins with it.
 */
export function factsOf(text: string): TextFacts {
  const language = languageOf(text);
  const found: Found[] = [];
  let rest = text;
  for (const reader of [answers, dates, times, scores, figures]) {
    const more = reader(rest, language);
    rest = blanked(rest, more);
    found.push(...more);
  }
  found.push(...names(rest, language));
  const says = new Set([
    ...found.flatMap(({ value, also = value, implies }) => [value, also, ...implies]),
    ...wordsThatMayBeNames(text),
  ]);
  const facts = found.map((fact) => {
    let known: Place | undefined;
    return Object.assign(fact, { place: () => (known ??= placeIn(fact, rest)) });
  });
  return {
    facts: facts.toSorted((left, right) => left.start - right.start),
    says,
    language,
    isOneSentence: !/[.!?…]\s|\n/u.test(text.trim()),
  };
}

/** Puts something else of the same length in the place of what was read, so that places stay what they are. */
function blanked(text: string, ranges: readonly TextRange[]): string {
  const units = text.split("");
  for (const { start, end } of ranges) units.fill("\u0001", start, end);
  return units.join("");
}

/** All that a pattern finds, with its meaning. */
const matchesOf = (
  text: string,
  pattern: RegExp,
  meaningOf: (parts: Parts, written: string) => Meaning,
) =>
  [...text.matchAll(pattern)].map(({ 0: written, index, groups = {} }): Found => {
    const range = { start: index, end: index + written.length, implies: [] };
    return Object.assign(range, meaningOf(groups, written));
  });

/** Whether a text says a fact, and a figure as exactly. */
export const isSaidSo = (fact: TextFact, { says }: TextFacts): boolean =>
  fact.value.split(NAMES_APART).every((part) => says.has(part)) ||
  fact.or?.some((other) => says.has(other)) === true;

/** Whether a text says a fact, also a figure more or less exactly. */
export const isSaid = (fact: TextFact, text: TextFacts): boolean =>
  isSaidSo(fact, text) || text.facts.some((other) => isRounded(fact, other));

/** Whether a text may mean what another one says: it gives the last word of a name, or any of it in another language. */
export function mayBeMeant(fact: TextFact, from: TextFacts, { says, language }: TextFacts) {
  const words = fact.value.split(NAMES_APART);
  return (from.language === language ? words.slice(-1) : words).some((word) => says.has(word));
}

/** Whether two figures say the same, one of them rounded. */
export function isRounded(one: TextFact, other: TextFact): boolean {
  if (one.kind !== other.kind || !one.amount || !other.amount) return false;
  const apart = Math.abs(one.amount.number - other.amount.number);
  return apart <= 0.500001 * Math.max(one.amount.step, other.amount.step);
}

/** Between the words of a name: each may be said for itself. */
const NAMES_APART = "\n";

const COMMON: Readonly<Record<Language, string>> = {
  en: "the|and|of|is|was|it|to|with|has|at|by|for",
  de: "der|die|das|und|ist|war|wurde|mit|ein|eine|am|im|von|hat|es|millionen|milliarden",
  fr: "le|la|les|et|est|une|un|du|des|dans|il|elle|avec|été|à|milliards?",
  es: "el|la|los|las|y|es|una|un|del|de|fue|con|tiene|se|en|millones",
};

/** The language whose commonest words are most often in a text; English where none is. */
function languageOf(text: string): Language {
  const countOf = (language: Language) =>
    text.match(new RegExp(`(?<!\\p{L})(?:${COMMON[language]})(?!\\p{L})`, "giu"))?.length ?? 0;
  const languages = Object.keys(COMMON) as Language[];
  return languages.reduce((most, next) => (countOf(next) > countOf(most) ? next : most));
}

const ANSWER = /(?<=^[^\p{L}\p{N}]*)(?:yes|no|ja|nein|oui|non|sí|si)(?=\s*(?:[,.!:;\n–—-]|$))/giu;

const answers = (text: string) =>
  matchesOf(text, ANSWER, (_, word) => ({
    kind: "answer",
    value: /^n/i.test(word) ? "no" : "yes",
  }));

const MONTHS = [
  "jan(?:uary?|vier)?|jänner|ene(?:ro)?",
  "feb(?:ruary?|rero)?|fév(?:rier)?",
  "mar(?:ch|s|zo)?|märz",
  "a[pvb]r(?:il)?",
  "mayo?|mai",
  "jun[ei]?|juin|junio",
  "jul[yi]?|juil(?:let)?|julio",
  "aug(?:ust)?|août|agosto",
  "sept?(?:ember|i?embre)?|setiembre",
  "o[ck]t(?:ober|[ou]bre)?",
  "nov(?:ember|i?embre)?",
  "de[cz](?:ember)?|déc(?:embre)?|dic(?:iembre)?",
];
const MONTH = `(?:${MONTHS.join("|")})`;
const DAY = "\\d{1,2}(?:st|nd|rd|th|er|º)?";
const YEAR = "\\d{4}";
const DATE = new RegExp(
  [
    `(?<year>${YEAR})-(?<month>\\d{2})-(?<day>\\d{2})`,
    `(?<day>\\d{1,2})\\.\\s?(?<month>\\d{1,2})\\.\\s?(?<year>${YEAR})`,
    `(?:(?<from>${DAY})\\.?(?: ?[–-] ?| (?:to|bis|auf den|au|al) ))?(?<day>${DAY}\\.?) (?:of |de )?(?<month>${MONTH})(?!\\p{L})(?:\\.(?= \\d))?(?:,? (?:del? )?(?<year>${YEAR}))?`,
    `(?<month>${MONTH})\\.? (?<day>${DAY})(?![\\d:])(?:,? (?<year>${YEAR}))?`,
    `(?<month>${MONTH})\\.?,? (?:del? )?(?<year>${YEAR})`,
    "(?<slashed>\\d{1,4}/\\d{1,2}/\\d{1,4})",
  ]
    .map((form) => `(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}])`)
    .join("|"),
  "giu",
);

const dates = (text: string, language: Language) =>
  matchesOf(text, DATE, (parts) => {
    const [day, other] = daysOf(parts, language);
    const meaning = meaningOf(day);
    if (other === undefined) return meaning;
    const second = meaningOf(other);
    const implied = [...meaning.implies, ...second.implies];
    // Where both texts leave open which part is the month, each is taken as it is written.
    if (parts["slashed"] !== undefined) {
      const or = [meaning.also, second.also];
      const either = or.map((also) => `${also} or its reverse`);
      return { ...meaning, also: meaning.value, or, implies: [...implied, ...either] };
    }
    const implies = [...implied, second.value, second.also];
    return { ...meaning, or: [...meaning.or, second.also], implies };
  });

type Day = readonly [year: number | undefined, month: number, day: number | undefined];

function meaningOf([year, month, day]: Day) {
  const [kind, on] = ["date", `on ${month}-${day}`];
  const or = [`${on} of any year`, `${on} or its reverse`];
  if (year === undefined) return { kind, value: on, also: `${on} of any year`, or, implies: [] };
  const ofMonth = `in ${year}-${month}`;
  if (day === undefined)
    return { kind, value: ofMonth, also: ofMonth, or: [], implies: [`in ${year}`] };
  return { kind, value: `${year}-${month}-${day}`, also: on, or, implies: [`in ${year}`, ofMonth] };
}

/** The day that is written; two where it is the night between them, or nobody can say which part is the month. */
function daysOf(parts: Parts, language: Language): readonly [Day, Day?] {
  if (parts["slashed"] !== undefined) {
    const [first = 0, second = 0, last = 0] = parts["slashed"].split("/").map(Number);
    if (first > 999) return [[first, second, last]];
    const [monthFirst, dayFirst]: [Day, Day] = [
      [last, first, second],
      [last, second, first],
    ];
    if (language !== "en" || first > 12) return [dayFirst];
    return second > 12 || first === second ? [monthFirst] : [monthFirst, dayFirst];
  }
  const { year, month = "", day } = parts;
  const named = Number(month) || MONTHS.findIndex((names) => isOneOf(names, month)) + 1;
  const numeral = (written?: string) => (written ? Number.parseInt(written, 10) : undefined);
  const dayOf = (written?: string): Day => [numeral(year), named, numeral(written)];
  return parts["from"] === undefined ? [dayOf(day)] : [dayOf(day), dayOf(parts["from"])];
}

const isOneOf = (ways: string, written: string) => new RegExp(`^(?:${ways})$`, "iu").test(written);

const TIME =
  /(?<![\p{L}\p{N}:.,])(?:(?<h1>\d{1,2})(?::|\.(?=\d{2}\s?Uhr)|\s?h\s?)(?<min>\d{2})(?!:?\d|\s?min)(?:\s?(?<half1>[ap])(?:m\b|\.m\.)|\s?(?:Uhr|h)(?!\p{L}))?|(?<h2>\d{1,2})\s?(?:(?<half2>[ap])(?:m\b|\.m\.)|Uhr(?!\p{L})))/giu;

const times = (text: string) =>
  matchesOf(text, TIME, ({ h1, h2, min = "00", half1, half2 }) => {
    const half = (half1 ?? half2)?.toLowerCase();
    const hour = Number(h1 ?? h2);
    const hours = half === undefined ? hour : (hour % 12) + (half === "p" ? 12 : 0);
    return { kind: "time", value: `at ${hours}:${min}` };
  });

/** Words that are nearly the same in all four languages. */
const METRE = "m[eè]t(?:er[ns]?|res?|ros?)";
const DEGREE = "(?:degr[eé]+s?|grad(?:os?)?)";
/** How a unit can be written behind a figure. */
const UNITS: Readonly<Record<string, string>> = {
  "km/h": `km/h|kph|kil[oó]${METRE} (?:per hour|par heure|por hora)`,
  mph: "mph|miles per hour",
  "m²": `m²|m2|(?:square |quadrat)${METRE}|${METRE} (?:carrés?|cuadrados?)`,
  "km²": `km²|km2|(?:square |quadrat)kilo${METRE}|kil[oó]${METRE} (?:carrés?|cuadrados?)`,
  km: `km|kil[oó]${METRE}`,
  cm: `cm|[cz]ent[ií]${METRE}`,
  mm: `mm|mill?[ií]${METRE}`,
  m: `m|${METRE}`,
  mi: "mi|mill?[ae]s?|meilen?",
  ft: "ft|feet|foot|fuß|pied?s?",
  in: "inch(?:es)?|zoll|pouces?|pulgadas?",
  kg: "kg|kilos?|kilogram(?:m?e?s?|os?)",
  g: "g|gram(?:m?e?s?|os?)",
  t: "t|ton(?:s|ne[ns]?)?|toneladas?",
  lb: "lbs?|pounds?|pfund",
  l: "l|lit(?:er[ns]?|res?|ros?)",
  "°C": `° ?C|${DEGREE} celsius`,
  "°F": `° ?F|${DEGREE} fahrenheit`,
  "°": `°|${DEGREE}`,
  h: "h|hours?|stunden?|heures?|horas?",
  min: "min|minut(?:e[ns]?|os?)",
  s: "se[ckg][ou]nd(?:e[ns]?|os?|s)?",
  days: "days?|tagen?|jours?|días?",
  weeks: "weeks?|wochen?|sema(?:ine|na)s?",
  months: "months?|monaten?|mois|mes(?:es)?",
  years: "years?|jahren?|ans?|années?|años?",
  BC: "BCE?|B\\.C\\.(?:E\\.)?|v\\. ?Chr\\.?|av\\. J\\.-C\\.|a\\. ?C\\.",
  century: "(?:st|nd|rd|th)[ -]century|\\. Jahrhunderts?|(?:er|e|ᵉ|ème) siècle|siglo",
  "%": "%|per ?cent|prozent|pour ?cent|por ciento",
  $: "\\$|(?:US )?d[oó]ll?ar(?:e?s)?|USD",
  "€": "€|euros?|EUR",
  "£": "£|pounds sterling|GBP",
  "¥": "¥|yen|JPY",
  CHF: "CHF|swiss francs?|(?:schweizer )?franken|francs suisses",
  GB: "GB|gigabytes?",
  MB: "MB|megabytes?",
  TB: "TB|terabytes?",
  kWh: "kWh",
};
/** How many zeros a word behind a figure stands for: in English, and in the other languages. */
const SCALES = [
  ["mil millones|milliards?|milliarden?|mrd\\.?|bn", 9, 9],
  ["millions?|millionen|millones|millón|mio\\.?|mn", 6, 6],
  ["billions?|billionen|billones|billón|b", 9, 12],
  ["trillions?|trillionen|tn", 12, 18],
  ["thousand|tausend|mil|k", 3, 3],
  ["m", 6, 6],
] as const;
/** Without a space: 300k, and of money $1.2m and $3b. */
const SHORT_SCALE = "k|(?<=[$€£¥]\\s?[\\d.,]+)[bm]";
/** Centuries are counted with them in French and in Spanish. */
const ROMAN = " I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI";
const SCALE_WORDS = SCALES.flatMap(([names]) => names.split("|"))
  .filter((word) => word.length > 1)
  .join("|");
const FIGURE = new RegExp(
  `(?:(?<before>[$€£¥]|(?:USD|EUR|GBP|JPY|CHF)(?=\\s?\\d)|siglo(?= [IVX\\d]))\\s?)?` +
    "(?<![\\p{L}\\p{N}_])(?<number>(?:(?<![\\p{L}\\p{N}.,])[-−](?=\\d))?(?:\\d{1,3}(?:[ \\u00A0\\u2009\\u202F]\\d{3}(?!\\d))+(?:[.,]\\d+)?|\\d+(?:[.,:'’]\\d+)*|[IVX]+(?=(?:er|e|ᵉ|ème) siècle)|(?<=siglo )[IVX]+(?!\\p{L})))" +
    `(?:(?:(?<short>${SHORT_SCALE})|\\s?(?<scale>${SCALE_WORDS}))(?!\\p{L}))?` +
    `(?:[\\s-]?(?:d['’]|de )?(?<unit>${Object.values(UNITS).join("|")})(?![\\p{L}\\p{N}]))?` +
    `(?:(?<=\\d[\\s-]?(?:${UNITS["h"]}))(?:,? (?:and|und|et|y))?\\s?(?<minutes>\\d{1,2})\\s?(?:${UNITS["min"]})(?!\\p{L}))?`,
  "giu",
);
/** Powers of ten and fractions: no figure of them says what they say. */
const UNREAD =
  /(?:\d+(?:[.,]\d+)?\s?[×·x*]\s?)?10(?:\^[-−]?\d+|[⁻⁰¹²³⁴-⁹]+)|\d*\s?[½¼¾⅓⅔]|(?<![\d/])\d{1,2}\/\d{1,2}(?![\d/])/gu;

/** 3-2, 3–2 and 3:2, where no unit makes it a range. */
const SCORE = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/–$€£¥-]|[$€£¥] )(?<left>\\d{1,2})[-–:](?<right>\\d{1,2})(?![\\p{L}\\p{N}:/–-]|[.,]\\d|[\\s-]?(?:${Object.values(UNITS).join("|")}|${SCALE_WORDS})(?!\\p{L}))`,
  "giu",
);
const scores = (text: string) =>
  matchesOf(text, SCORE, ({ left, right }) => ({ kind: "score", value: `${left}:${right}` }));

const LIST_NUMBER = /^[^\S\n]*\d{1,3}[.)](?=[^\S\n])/gm;

function figures(text: string, language: Language): Found[] {
  const hidden = (written: string) => "\u0001".repeat(written.length);
  const unlisted = text.replaceAll(LIST_NUMBER, hidden).replaceAll(UNREAD, hidden);
  const found = [...unlisted.matchAll(FIGURE)].map(({ 0: written, index: start, groups = {} }) => {
    const { before, number = "", short, scale = short, unit, minutes } = groups;
    const roman = ROMAN.split(" ").indexOf(number.toUpperCase());
    const plain = roman > 0 ? `${roman}` : valueOf(number, language);
    const range = { start, end: start + written.length, implies: [] };
    return { range, number, plain, scale, named: before ?? unit, minutes };
  });
  type Figure = (typeof found)[number];
  /** Whether two are the ends of a range. Then what is written at one is meant at both: '20 to $25', '1.6–2 million'. */
  const areRange = (from?: Figure, to?: Figure) =>
    from !== undefined &&
    to !== undefined &&
    Number(from.plain) < Number(to.plain) &&
    RANGE.test(unlisted.slice(from.range.end, to.range.start));
  const meaningAt = (figure: Figure, at: number): Meaning => {
    const { range, number, plain, minutes } = figure;
    const to = areRange(figure, found[at + 1]) ? found[at + 1] : undefined;
    const from = areRange(found[at - 1], figure) ? found[at - 1] : undefined;
    const named = figure.named ?? to?.named ?? from?.named ?? "";
    const scale = figure.scale ?? to?.scale;
    const kind = Object.keys(UNITS).find((unit) => isOneOf(UNITS[unit] ?? "", named));
    const value = scaled(plain, scale, language);
    const isYear = kind === undefined && /^(?:1\d|20)\d{2}$/.test(number) && !scale;
    if (isYear) return { kind: "date", value: `in ${value}`, also: value, or: [value] };
    const before = unlisted.slice(Math.max(0, range.start - LOOKED_BACK), range.start);
    const isCounted = kind === undefined || COUNTED.test(kind);
    const digits = ABOUT.test(before) ? 1 : scale || !isCounted ? 2 : 3;
    const amount = { number: Number(value), step: stepOf(plain, value, digits) };
    if (minutes === undefined)
      return { kind: kind ?? "figure", value: `${value}${kind ?? ""}`, amount };
    const all = 60 * Number(value) + Number(minutes);
    // Others give it in minutes alone.
    const inMinutes = [`${all}min`];
    const inHours = { number: all / 60, step: 1 / 60 };
    return { kind: "h", value: `${all / 60}h`, or: inMinutes, implies: inMinutes, amount: inHours };
  };
  return found.map((figure, at) => Object.assign(figure.range, meaningAt(figure, at)));
}

/** What stands between the ends of a range. */
const RANGE = /^(?:\s?[–—-]\s?|\s(?:to|bis|à|al?)\s)$/u;

/** What stands before a number that is rounded. */
const ABOUT =
  /(?:≈|~|(?<!\p{L})(?:about|around|roughly|nearly|almost|approximately|some|over|under|than|ca\.|circa|etwa|rund|ungefähr|fast|knapp|gut|über|unter|als|environ|presque|près de|plus de|moins de|unos|unas|casi|cerca de|alrededor de|más de|menos de))\s?$/iu;

/** Rates and amounts are not measured: 20 % is not 19.6 % rounded. */
const COUNTED = /[%$€£¥]|CHF/u;

/**
 * How exactly a number is written: of 42.2 a tenth, of 68 million a million, of 522,000 a thousand. 0 where it has fewer digits
 * than one needs that is another one rounded.
 */
function stepOf(plain: string, value: string, atLeast: number): number {
  const digits = plain.replace(/^-?0?\.?0*/, "").replace(".", "");
  if (digits.length < atLeast) return 0;
  const zeros = (atLeast === 1 ? /^-?\d+?(0+)$/ : /^-?\d{3,}?(00+)$/).exec(plain)?.[1] ?? "";
  const decimals = plain.split(".")[1]?.length ?? 0;
  return 10 ** (zeros.length - decimals) * (Number(value) / Number(plain) || 1);
}

function scaled(value: string, scale: string | undefined, language: Language): string {
  const known = SCALES.find(([names]) => scale !== undefined && isOneOf(names, scale));
  return known === undefined ? value : plainly(`${value}e${known[language === "en" ? 1 : 2]}`);
}

/** A number holds all digits of so many signs. */
const SIGNS_HELD = 15;

/** One way of writing for each number: `1000`, `1.5`. What is none, as 1.2.3, or too long or small stays as it is. */
function plainly(written: string): string {
  const plain = String(Number(written));
  return written.length <= SIGNS_HELD && /^[-\d.]+$/.test(plain) ? plain : written;
}

/** The value of a figure, as it is written in a language. */
function valueOf(written: string, language: Language): string {
  const plain = written.replace("−", "-").replaceAll(/['’ \u00A0\u2009\u202F]/g, "");
  const [group, decimal] = language === "en" ? [",", "."] : [".", ","];
  const inGroups = new RegExp(`^-?\\d{1,3}(?:\\${group}\\d{3})+(?!\\d)`);
  const several = new RegExp(`^-?\\d{1,3}(?:\\${decimal}\\d{3}){2,}$`);
  const grouping = several.test(plain) ? decimal : inGroups.test(plain) ? group : "";
  const value = plain.replaceAll(grouping, "").replace(/^(-?\d+),(\d+)$/, "$1.$2");
  // And 3.12.0 is the version 3.12.
  return plainly(value).replace(/^(\d+\.\d+)\.0$/, "$1");
}

/** A word with a capital, and others behind it. */
const NAME =
  /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{M}\p{N}'’-]*(?:[^\S\n]\p{Lu}[\p{L}\p{M}\p{N}'’-]*)*/gu;
/** What stands before a word that begins a sentence or a line. */
const BEGINNING = /(?:^|[\n.!?…:;]["'”’)\]]*)[^\S\n]*(?:[^\p{L}\p{N}\n.,]*)$/u;
/** How many characters before a word are searched for it. */
const LOOKED_BACK = 24;

const nameOf = (word: string) => `name ${word.toLowerCase()}`;
const withoutGenitive = (word: string) => word.replace(/['’][sS]?$/u, "");
const isAcronym = (word: string) => /^\p{Lu}[\p{Lu}\p{N}-]+$/u.test(word);
/** 'I' as a pronoun, and what says from when on years are counted. */
const NO_NAME = /^(?:I(?:['’].*)?|BCE?|CE|AD|Chr)$/u;
/** U.S. or B.C. */
const DOTTED = /(?<![\p{L}\p{N}])(?:\p{Lu}\.){2,}/gu;

/** All words with a capital: also one that begins a sentence may be a name that another text gives elsewhere. */
function wordsThatMayBeNames(text: string): string[] {
  const words = [...text.matchAll(NAME)].flatMap(([written]) => written.split(/\s/u));
  const dotted = [...text.matchAll(DOTTED)].map(([written]) => written.replaceAll(".", ""));
  return [...words.map(withoutGenitive), ...dotted].map(nameOf);
}

function names(text: string, language: Language): Found[] {
  return [...text.matchAll(NAME)].flatMap(({ 0: written, index }) => {
    const words = [...written.matchAll(/\S+/gu)].map((word) => ({
      start: index + word.index,
      text: withoutGenitive(word[0]),
    }));
    const begins = BEGINNING.test(text.slice(Math.max(0, index - LOOKED_BACK), index));
    const counted = words.filter(
      ({ text }, place) => !NO_NAME.test(text) && !(begins && place === 0 && !isAcronym(text)),
    );
    const [first] = counted;
    const last = counted.at(-1);
    const isNoun = language === "de" && counted.length < 2 && !isAcronym(first?.text ?? "");
    const isInitial = counted.every(({ text }) => text.length === 1);
    if (!first || !last || isNoun || isInitial || isHeading(text, index)) return [];
    const range = { start: first.start, end: last.start + last.text.length };
    const value = counted.map((word) => nameOf(word.text)).join(NAMES_APART);
    // Initials stand for a name, and WW1 is a World War.
    const initials = counted.map(({ text }) => text[0]).join("");
    const short = isAcronym(first.text) ? first.text.replace(/[\dIV]+$/u, "") : initials;
    const or = short.length > 1 ? [nameOf(short)] : [];
    return [{ ...range, kind: "name", value, or, implies: or }];
  });
}

/** Whether every word of the line but the shortest has a capital, as in headings, where capitals say nothing. */
function isHeading(text: string, at: number): boolean {
  const start = text.lastIndexOf("\n", at) + 1;
  const end = text.indexOf("\n", at);
  const line = text.slice(start, end === -1 ? text.length : end);
  if (line.length > 80 || /[.!?,;]\s*$/u.test(line)) return false;
  const words = line.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  const isTall = (word: string, at: number) => (at > 0 && word.length < 4) || /^\p{Lu}/u.test(word);
  return words.length > 1 && words.every(isTall);
}

/** Words that say nothing of what a sentence is about; shorter ones never do. */
const EMPTY_WORDS = new Set(
  (
    "that this with from have been were about around which when they there also only more than into over after before " +
    "today just some most very then them their would could should roughly nearly almost approximately exactly " +
    "eine einen einer eines sind nicht auch etwa rund über nach beim wurde wird werden haben noch sehr genau " +
    "dans avec pour plus environ elle sont cette était depuis entre aussi très selon presque " +
    "para como desde hasta está unos unas sobre tiene fueron también casi según"
  ).split(" "),
);
const isAbout = (word: string) => word.length > 3 && !EMPTY_WORDS.has(word);
/** Without what declension and number change at its end. */
const stemOf = (word: string) => word.slice(0, 6);
const wordsIn = (text = "") => text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
const WORDS_AROUND = 12;
/** So many characters have these words at most. */
const AROUND = 500;
/** Behind a numeral a point ends no sentence as a rule. */
const SENTENCE_END = /(?<!\p{N})[.!?…](?=\s)|\n/u;

/** @param bare Its text without the other facts, but with names. */
function placeIn({ start, end, kind }: Found, bare: string): Place {
  const front = bare
    .slice(Math.max(0, start - AROUND), start)
    .split(SENTENCE_END)
    .at(-1);
  const [back = ""] = bare.slice(end, end + AROUND).split(SENTENCE_END);
  const before = wordsIn(front).slice(-WORDS_AROUND);
  const behind = wordsIn(back).slice(0, 2 * WORDS_AROUND);
  const [joined = ""] = /^.?\p{L}/u.test(back) ? behind : [];
  return {
    around: new Set([...before, ...behind].filter(isAbout).map(stemOf)),
    beside: kind !== "figure" ? (before.at(-1) ?? "") : isAbout(joined) ? stemOf(joined) : "",
  };
}
