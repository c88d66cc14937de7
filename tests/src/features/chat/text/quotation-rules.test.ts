import { describe, expect, it } from "vitest";
import { quotingParts } from "#features/chat/text/quotation-rules.ts";

const REPLIES = [
  {
    name: "Grok",
    content:
      "The deadline is **30 June**, not later.\nCall `list()` twice; it's state-of-the-art.\nIt costs 1,250.50 € at -5 °C.",
  },
  {
    name: "Claude 4",
    content: "You have until 30 July — or later. Don’t call\n  the “old” office.",
  },
  { name: "ChatGPT 4 (1)", content: "Die Frist endet am 1. März. 截止日期是六月三十日。" },
  {
    name: "ChatGPT 4 (2)",
    content: "הדדליין הוא 30 ביוני. الموعد النهائي هو 30 يونيو. La date limite est le 30 juin.",
  },
];

/** What is found, as the name of the reply and the words that stand there. */
const found = (text: string, replies = REPLIES) => {
  const parts = quotingParts(text, replies);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  return parts.flatMap(({ place }) =>
    place === null
      ? []
      : [
          `${replies[place.reply]?.name}: ${replies[place.reply]?.content.slice(place.start, place.end)}`,
        ],
  );
};

describe("quotations that stand in the reply they name", () => {
  it.each([
    ["curly quotes", "It is “deadline is 30 June” [Grok].", ["Grok: deadline is **30 June"]],
    ["straight quotes", 'It is "not later" [Grok].', ["Grok: not later"]],
    [
      "German quotes",
      "„Frist endet am 1. März“ [ChatGPT 4 (1)]",
      ["ChatGPT 4 (1): Frist endet am 1. März"],
    ],
    [
      "German quotes, as some write them",
      "„Die Frist“ und „endet am” [ChatGPT 4 (1)]",
      ["ChatGPT 4 (1): endet am"],
    ],
    ["quotes the other way round", "»Die Frist« [ChatGPT 4 (1)]", ["ChatGPT 4 (1): Die Frist"]],
    [
      "French quotes",
      "« date limite est le 30 juin » [ChatGPT 4 (2)]",
      ["ChatGPT 4 (2): date limite est le 30 juin"],
    ],
    [
      "Chinese quotes",
      "「截止日期是六月」[ChatGPT 4 (1)]与“六月三十日”[ChatGPT 4 (1)]",
      ["ChatGPT 4 (1): 截止日期是六月", "ChatGPT 4 (1): 六月三十日"],
    ],
    [
      "Hebrew and Arabic",
      "“הדדליין הוא 30” [ChatGPT 4 (2)] «النهائي هو 30 يونيو» [ChatGPT 4 (2)]",
      ["ChatGPT 4 (2): הדדליין הוא 30", "ChatGPT 4 (2): النهائي هو 30 يونيو"],
    ],
    [
      "quotes within quotes",
      "“the ‘old’ office” [Claude 4], “the 'old' office” [Claude 4]",
      ["Claude 4: the “old” office", "Claude 4: the “old” office"],
    ],
    ["other quotes around", "« “not later” » [Grok]", ["Grok: not later"]],
    [
      "another case, dash, apostrophe and line",
      "“30 JULY - or later. don't call the old” [Claude 4]",
      ["Claude 4: 30 July — or later. Don’t call\n  the “old"],
    ],
    [
      "a line break in the quotation",
      "“The deadline\nis 30 June” [Grok]",
      ["Grok: The deadline\nis **30 June".replace("\n", " ")],
    ],
    [
      "punctuation of the writer's own",
      "“30 June.” [Grok] “… until 30 July!” [Claude 4]",
      ["Grok: 30 June", "Claude 4: until 30 July"],
    ],
    [
      "emphasis in the reply or in the quotation",
      "“is 30 June, not *later*” [Grok] “Call list() twice” [Grok]",
      ["Grok: is **30 June**, not later", "Grok: Call `list()` twice"],
    ],
    ["dashes between words", "“state of the art” [Grok]", ["Grok: state-of-the-art"]],
    [
      "the name before it",
      "[Grok]: “not later”; [Claude 4] “or later”",
      ["Grok: not later", "Claude 4: or later"],
    ],
    [
      "the name before it in the line",
      "[Grok] wants it by “30 June” and “not later”.",
      ["Grok: 30 June", "Grok: not later"],
    ],
    [
      "names behind without anything between",
      "“not later” [Grok] “or later” [Claude 4]",
      ["Grok: not later", "Claude 4: or later"],
    ],
    [
      "several names",
      "“or later” [Grok] [Claude 4], [Grok] and [Claude 4] say “30 July”",
      ["Claude 4: or later", "Claude 4: 30 July"],
    ],
    [
      "words of several that are named: the nearest",
      "“30” [Claude 4] [Grok]; [Grok] [Claude 4]: “30”; [Claude 4] and [Grok] say “30”; “30” [Grok], and “30” [Claude 4]",
      ["Claude 4: 30", "Claude 4: 30", "Grok: 30", "Grok: 30", "Claude 4: 30"],
    ],
    ["numbers with signs", "“1,250.50 € at -5” [Grok]", ["Grok: 1,250.50 € at -5"]],
    ["words that stand in another reply", "“or later” [Grok]", []],
    ["the name of nobody", "“not later” [ChatGPT 5] “not later” [A]", []],
    ["no name", "“not later”", []],
    ["a name in another line", "[Grok] says:\n“not later”", []],
    ["a name behind other words", "“not later” is what is said by [Grok]", []],
    ["a part of a word", "“dead” [Grok] “line is 30” [Grok]", []],
    ["a part of a number", "“1,250” [Grok] “250.50” [Grok] “5 °C” [Grok] “0” [Grok]", []],
    ["words left out", "“deadline … 30 June” [Grok] “The deadline is not later” [Grok]", []],
    ["another word", "“deadline is 31 June” [Grok]", []],
    ["nothing between the quotes", "“” [Grok] “…” [Grok] “ - ” [Grok]", []],
    [
      "quotes that are never closed",
      "“not later [Grok]\n\n“or later” [Claude 4]",
      ["Claude 4: or later"],
    ],
    [
      "brackets that are never closed",
      "“not later” [Grok “or later” [Claude 4]",
      ["Claude 4: or later"],
    ],
    ["a mark of inches", '5" and “not later” [Grok]', []],
    ["no text", "", []],
  ])("%s [answers.quotations]", (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it("a quotation leads to its first place, and a longer one never hides a shorter one [answers.quotations]", () => {
    const replies = [
      { name: "Grok", content: "a b c d b c" },
      { name: "Claude 4", content: "c d" },
    ];
    const text =
      "“b c” [Grok] “a b c d” [Grok] “c” [Grok] “c d b” [Grok] “c” [Claude 4] “b” [Claude 4]";
    const places = quotingParts(text, replies).flatMap(({ place }) => (place ? [place] : []));
    expect(places).toEqual([
      { reply: 0, start: 2, end: 5 },
      { reply: 0, start: 0, end: 7 },
      { reply: 0, start: 4, end: 5 },
      { reply: 0, start: 4, end: 9 },
      { reply: 1, start: 0, end: 1 },
    ]);
  });

  it("a thousand quotations are all found [answers.quotations]", () => {
    const words = Array.from({ length: 1_000 }, (_, index) => `word${index} and more`);
    const replies = [{ name: "Grok", content: words.join(". ") }];
    const text = words.map((each) => `- “${each}” [Grok]\n`).join("");
    expect(quotingParts(text, replies).filter(({ place }) => place !== null)).toHaveLength(1_000);
  });

  const letter = "a".repeat(200_000);
  const letters = "a ".repeat(100_000);
  const rising = Array.from({ length: 600 }, (_, index) => "a ".repeat(index + 1));
  it.each([
    ["one letter", letter, letter],
    ["one letter with spaces", letters, letters],
    ["quotes that open", "“".repeat(200_000), letter],
    ["a quotation again and again", "“a” [Grok] ".repeat(20_000), letters],
    [
      "each quotation the beginning of the next",
      rising.map((one) => `“${one}” [Grok]`).join("\n"),
      letters,
    ],
    [
      "quotations that nearly stand there",
      rising.map((one) => `“${one}b” [Grok]`).join("\n"),
      letters,
    ],
    ["brackets that open", "[Grok".repeat(40_000), letter],
    ["names", "[Grok]".repeat(30_000), letter],
    ["line breaks", "\n".repeat(200_000), "\n".repeat(200_000)],
    ["spaces", `“${" ".repeat(200_000)}`, " ".repeat(200_000)],
  ])(
    "four replies of 200,000 characters take no longer than their length: %s [answers.quotations]",
    (_, text, content) => {
      const replies = ["Grok", "Claude 4", "ChatGPT 4", "ChatGPT 5"].map((name) => ({
        name,
        content,
      }));
      const begin = performance.now();
      quotingParts(text, replies);
      // In proportion it takes a second of a busy machine; with each pair compared it would take minutes.
      expect(performance.now() - begin).toBeLessThan(15_000);
    },
    60_000,
  );
});
