import { describe, expect, it } from "vitest";
import { makeTitle, startWithin } from "../../../supabase/functions/_shared/text-rules.ts";

it("the start of a text has so many UTF-16 code units at most, and no part of a letter", () => {
  expect(startWithin("abc", 3)).toBe("abc");
  expect(startWithin("abcd", 3)).toBe("abc");
  expect(startWithin("ab👍", 3)).toBe("ab");
  expect(startWithin("ab👍", 4)).toBe("ab👍");
  expect(startWithin("abe\u0301", 3)).toBe("ab");
  // A letter alone is cut through, and stays well-formed.
  expect(startWithin(`a${"\u0301".repeat(5)}`, 3)).toBe("a\u0301\u0301");
  expect(startWithin("👨‍👩‍👧", 1)).toBe("\ufffd");
});

describe("the title made from a first message", () => {
  it("keeps a short first line whole", () => {
    expect(makeTitle("How do magnets work?\nIn detail.")).toBe("How do magnets work?");
    expect(makeTitle("one\r\ntwo")).toBe("one");
    expect(makeTitle("\u200B\ntwo")).toBe("two");
  });

  it("puts one space where the first line has several", () => {
    expect(makeTitle("a  b\tc")).toBe("a b c");
  });

  it("keeps 60 characters and cuts 61 at a word [chats.automatic-title]", () => {
    const sixty = `${"word ".repeat(11)}12345`;
    expect(sixty).toHaveLength(60);
    expect(makeTitle(sixty)).toBe(sixty);
    expect(makeTitle(`${sixty}6`)).toBe(`${"word ".repeat(11).trim()}…`);
  });

  it("keeps a word that ends exactly at the limit", () => {
    const sixty = `${"word ".repeat(11)}12345`;
    expect(makeTitle(`${sixty} more`)).toBe(`${sixty}…`);
  });

  it("cuts through a single long word, never through a character", () => {
    expect(makeTitle("x".repeat(61))).toBe(`${"x".repeat(60)}…`);
    expect(makeTitle("👩".repeat(61))).toBe(`${"👩".repeat(60)}…`);
  });

  it.each([
    ["a Thai consonant and its vowel", "นำ"],
    ["a family", "👨‍👩‍👧‍👦"],
    ["a flag", "🇩🇪"],
    ["a skin tone", "👋🏽"],
    ["a decomposed Korean syllable", "\u1112\u1161\u11ab"],
    ["an accent of its own", "e\u0301"],
  ])("cuts between letters: %s", (_, letter) => {
    for (const before of ["", "x", "xx", "xxx"]) {
      const cut = makeTitle(before + letter.repeat(61)).slice(before.length, -1);
      expect(cut).toBe(letter.repeat(cut.length / letter.length));
      const { length } = Array.from(before + cut);
      expect(length).toBeLessThanOrEqual(60);
      expect(length).toBeGreaterThan(60 - Array.from(letter).length);
    }
  });

  it("cuts through a letter that is longer than a title", () => {
    expect(makeTitle(`e${"\u0301".repeat(100)}`)).toBe(`e${"\u0301".repeat(59)}…`);
  });
});
