import { describe, expect, it } from "vitest";
import { differences, valueOf } from "#features/chat/text/compare-rules.ts";

/** What is underlined in each text. */
const underlined = (...texts: string[]) =>
  differences(texts).map((ranges, index) =>
    ranges.map(({ start, end }) => texts[index]?.slice(start, end)),
  );

describe("numbers", () => {
  it.each([
    ["1,000", "1000"],
    ["1,000,000", "1000000"],
    ["1’000", "1000"],
    ["1\u202F000", "1000"],
    ["1.000.000", "1000000"],
    ["1.50", "1.5"],
    ["1,5", "1.5"],
    ["1.000", "1"],
    ["007", "7"],
    ["0.0", "0"],
    ["0.05", "0.05"],
    ["−5", "-5"],
    ["5 %", "5%"],
    ["5 percent", "5%"],
    ["5 per cent", "5%"],
    ["1.2.3", "1.2.3"],
    ["10:30", "10:30"],
  ])("%s is %s [answers.compare]", (written, value) => {
    expect(valueOf(written)).toBe(value);
  });

  it.each([
    [
      "the same values, written otherwise",
      ["about 1,000 and 2.50", "about 1000 and 2.5"],
      [[], []],
    ],
    ["other values", ["it is 12 km", "it is 13 km"], [["12"], ["13"]]],
    ["a percentage and a number", ["it is 5%", "it is 5"], [["5%"], ["5"]]],
    ["the numbers of lists", ["1. one\n2) two", "one\ntwo"], [[], []]],
    ["a range", ["from 3-5", "from 3 to 5"], [[], []]],
    ["a negative number", ["at -5 degrees", "at 5 degrees"], [["-5"], ["5"]]],
    ["digits inside words", ["about H2O and x86", "about water"], [["H2O"], []]],
  ])("%s: %j [answers.compare]", (_, texts, found) => {
    expect(underlined(...texts)).toEqual(found);
  });
});

describe("dates", () => {
  const ways = [
    "on 2026-11-22",
    "on 22 November 2026",
    "on November 22, 2026",
    "on Nov. 22nd, 2026",
    "on the 22nd of November 2026",
    "on Nov 22",
    "on 22 november",
  ];
  it("the same day is the same however it is written [answers.compare]", () => {
    expect(underlined(...ways)).toEqual(ways.map(() => []));
  });

  it.each([
    [
      "another day",
      ["on 22 November 2026", "on 23 November 2026"],
      [["22 November 2026"], ["23 November 2026"]],
    ],
    ["another year", ["on Nov 22, 2026", "on 2025-11-22"], [["Nov 22, 2026"], ["2025-11-22"]]],
    ["another month without a year", ["on May 4", "on June 4"], [["May 4"], ["June 4"]]],
    ["a month of a year", ["in May 2026", "in June 2026"], [["May 2026"], ["June 2026"]]],
    [
      "slashes, as they are written",
      ["on 11/22/2026", "on 22/11/2026"],
      [["11/22/2026"], ["22/11/2026"]],
    ],
    ["a verb", ["it may 3 times", "it can 3 times"], [["may 3"], ["3"]]],
  ])("%s: %j [answers.compare]", (_, texts, found) => {
    expect(underlined(...texts)).toEqual(found);
  });
});

describe("proper names", () => {
  it.each([
    [
      "words in a row are one",
      ["by Marie Curie there", "by Lise Meitner there"],
      [["Marie Curie"], ["Lise Meitner"]],
    ],
    ["the same in another case", ["in NASA", "in Nasa"], [[], []]],
    ["with 's", ["see Paris’s plan", "see Paris"], [[], []]],
    [
      "a name that begins a sentence elsewhere",
      ["He saw Rome.", "Rome was seen. Not so."],
      [[], []],
    ],
    ["the beginning of a sentence", ['Yes. Maybe so! Then? "Never"', "no"], [[], []]],
    ["the beginning of a line", ["- First\n* **Second**\n# Third\n(Fourth", "no"], [[], []]],
    ["behind a colon", ["so: Maybe", "so"], [[], []]],
    ["I", ["so I think I'm", "so"], [[], []]],
    ["capitals that begin a sentence", ["NATO said so.", "They said so."], [["NATO"], []]],
    ["a heading", ["What You Should Know\nnothing", "nothing"], [[], []]],
    ["other scripts", ["в городе Москва тут", "в городе Тверь тут"], [["Москва"], ["Тверь"]]],
    ["scripts without capitals", ["他在北京", "他在上海"], [[], []]],
  ])("%s: %j [answers.compare]", (_, texts, found) => {
    expect(underlined(...texts)).toEqual(found);
  });
});

it("what three of four texts say is underlined in those three [answers.compare]", () => {
  expect(underlined("in Rome", "in Rome", "in Rome", "there")).toEqual([
    ["Rome"],
    ["Rome"],
    ["Rome"],
    [],
  ]);
});

it.each([[[]], [[""]], [["alone in Rome, 5"]]])("%j has no differences", (texts) => {
  expect(underlined(...texts)).toEqual(texts.map(() => []));
});

it("four answers of 2,000 words are compared in less than 50 ms [answers.compare]", () => {
  const words = (seed: number) =>
    Array.from({ length: 2_000 }, (_, n) =>
      n % 9 === 0
        ? `${(n * seed) % 700},${100 + n}`
        : n % 7 === 0
          ? `City${n % 40}`
          : n % 31 === 0
            ? "22 November 2026."
            : "word",
    ).join(" ");
  const texts = [1, 2, 3, 4].map(words);
  let least = Infinity;
  // The machine may be busy, so one of many tries is enough.
  for (let count = 0; count < 50 && !(least < 50); count += 1) {
    const start = performance.now();
    expect(differences(texts).flat().length).toBeGreaterThan(100);
    least = Math.min(least, performance.now() - start);
  }
  expect(least).toBeLessThan(50);
});

it("a text that is made to be slow takes no longer", () => {
  const texts = [
    "A ".repeat(16_000),
    "1,".repeat(16_000),
    "1 ".repeat(16_000),
    "Jan. ".repeat(6_000),
  ];
  const start = performance.now();
  differences(texts);
  expect(performance.now() - start).toBeLessThan(2_000);
});
