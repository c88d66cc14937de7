import { describe, expect, it } from "vitest";
import {
  EXCERPT_LENGTH,
  hasSigns,
  mostTogether,
  needlesOf,
  type WordPlace,
  placesOf,
  spacedText,
} from "../../../../supabase/functions/_shared/words-rules.ts";

/** Whether a search for `query` finds `text`, as the database and the endpoint decide it. */
function finds(query: string, text: string): boolean {
  const needles = needlesOf(query);
  const { text: spaced } = spacedText(text);
  const hasWords = needles.length > 0 && needles.every((needle) => spaced.includes(needle));
  return hasWords && hasSigns(query, text);
}

const TEXT = "The quick brown fox jumps over the lazy dog.";

describe("the words of a search", () => {
  it.each([
    ["quick fox", true],
    ["fox quick", true],
    ["quick fo", true],
    ["qui fox", false],
    ["quick cat", false],
    ["uick", false],
    ["jumps,", true],
    ["dog!?", true],
  ])(
    "%j finds the text: %s; all words must occur, the last one as a beginning [search.words]",
    (query, found) => {
      expect(finds(query, TEXT)).toBe(found);
    },
  );

  it.each([
    ["CAFÉ", "café"],
    ["cafe", "CAFÉ"],
    ["café", "cafe\u0301"],
    ["strasse", "Straße"],
    ["STRASSE", "straße"],
    ["istanbul", "İSTANBUL"],
    ["ISPANAK", "ıspanak"],
    ["οδος", "ΟΔΟΣ"],
    ["smorgas", "Smörgås"],
    ["lodz", "Łódź"],
    ["coeur", "cœur"],
    ["елка", "Ёлка"],
    ["שלום", "שָׁלוֹם"],
    ["ＡＢＣ", "abc"],
    ["file", "ﬁle"],
    ["カタカナ", "ｶﾀｶﾅ"],
    ["ガム", "ｶﾞﾑ"],
  ])("%s finds %s: case and accents do not matter [search.words]", (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  it.each([
    ["東京", "私は東京大学で働く", true],
    ["大学", "私は東京大学で働く", true],
    ["京大学で", "私は東京大学で働く", true],
    ["東大", "私は東京大学で働く", false],
    ["東京 働く", "私は東京大学で働く", true],
    ["学", "私は東京大学で働く", true],
    ["かく", "がくせい", false],
    ["手机", "iPhone手机", true],
    ["iphone", "iPhone手机", true],
    ["iphone手", "iPhone手机", true],
    ["เที่ยว", "ไปเที่ยวเชียงใหม่", true],
    ["เชียง", "ไปเที่ยวเชียงใหม่", true],
    ["한국", "한국에서", true],
    ["🎉", "Done🎉", true],
  ])(
    "%s in %s: %s; what has no spaces is found by any part of it [search.unspaced]",
    (query, text, found) => {
      expect(finds(query, text)).toBe(found);
    },
  );

  it.each([
    ['"quick brown"', true],
    ['"brown quick"', false],
    ['"quick brow"', false],
    ['"quick brow', true],
    ['"lazy dog" fox', true],
    ['"fox, jumps"', true],
    ["“quick brown”", true],
    ['"" quick', true],
    ['quick" brown fox', true],
  ])("%s finds the text: %s; quotation marks mean a phrase [search.phrases]", (query, found) => {
    expect(finds(query, TEXT)).toBe(found);
  });

  it("what is written without spaces belongs together", () => {
    expect(finds("src/app", "in src/app/main.tsx")).toBe(true);
    expect(finds("app/src", "in src/app/main.tsx")).toBe(false);
    expect(finds("don't", "I don’t know")).toBe(true);
  });

  it.each([
    ["C++", "written in c++.", true],
    ["C++", "C++17", true],
    ["C+", "C++", true],
    ["C++", "call a cat", false],
    ["C++", "vitamin C", false],
    ["C# classes", "classes of C#", true],
    ["C# classes", "classes of C", false],
    ["snake_ca", "in snake_case", true],
    ["snake_ca", "a snake case", false],
    ["100%", "100 % or 1000", false],
    ["ANN@exam", "ann@example.com", true],
    ["Café_x", "cafe_x", true],
    ['"C++ and C#"', "C++ and C#", true],
    ['"C++ and C#"', "C and C#", false],
    ["well,", "wellness", false],
    ["50€", "$50", false],
    ["£50", "£50", true],
    ["C#", "Basic# and C", false],
    ["salt & pepper", "salt and pepper", true],
    ["salt & pepper", "pepper", false],
    ["a + b = c", "a, b and c", true],
    ['"salt & pepper"', "salt and pepper", false],
    ['"salt & pepper"', "salt & pepper", true],
  ])("%s in %s: %s; signs count [search.signs]", (query, text, found) => {
    expect(finds(query, text)).toBe(found);
  });

  it.each(["", " ", "%", "_", "\\", "?!", '""', '"', "… — ・", "\u0301"])(
    "%j has no words",
    (query) => {
      expect(needlesOf(query)).toEqual([]);
    },
  );

  it("says for each unit where it comes from, marks and compositions included", () => {
    const { text, starts, ends } = spacedText("E\u0301a ﬁ東");
    expect(text).toBe(" ea fi 東 ");
    expect(starts.slice(1, 3)).toEqual([0, 2]);
    expect(ends.slice(1, 3)).toEqual([2, 3]);
    expect([starts[4], ends[5]]).toEqual([4, 5]);
    expect([starts[7], ends[7]]).toEqual([5, 6]);
    expect([starts.length, ends.length]).toEqual([text.length, text.length]);
  });

  it.each(["a", "é", "가", "ㄱ", "中", "👩‍👩‍👧", "\u0301", "/"])(
    "takes 32,000 times %s in a moment",
    (character) => {
      const started = performance.now();
      spacedText(character.repeat(32_000 / character.length));
      expect(performance.now() - started).toBeLessThan(2_000);
    },
  );
});

describe("the part of a text where most words of a search stand together", () => {
  const far = " -".repeat(EXCERPT_LENGTH / 2);
  it.each([
    ["fox", "a fox, a fox", "fox"],
    ["one two", `one${far} two one`, "two one"],
    ["one two", `one${far} one two${far} two one`, "one two"],
    ["one two", `two one two one${far}`, "two one"],
    ["one two", `one one - one two`, "one two"],
    ["one two three", `one two${far} two - three${far} three two one`, "three two one"],
    ["one two three", `one${far} two one${far} three`, "two one"],
    ["one one two", `one${far} two`, "one"],
    ["C++ two", `two${far} c${far} two c++`, "two c++"],
    ["東京 大学", `東京${far}大学 東京大学`, "大学 東京"],
    ["absent", "nothing", undefined],
  ])("%s in %s", (query, text, part) => {
    const found = mostTogether(placesOf(text, query));
    expect(found && text.slice(found.start, found.end)).toBe(part);
  });

  it.each([
    [EXCERPT_LENGTH, [0, EXCERPT_LENGTH]],
    [EXCERPT_LENGTH + 1, [0, 3]],
  ])("two words whose ends are %i apart: %j", (end, part) => {
    const places = [
      { start: 0, end: 3, words: new Set(["one"]) },
      { start: end - 3, end, words: new Set(["two"]) },
    ];
    expect(mostTogether(places)).toEqual({ start: part[0], end: part[1] });
  });

  it("is found among 200,000 places in a moment", () => {
    const places: WordPlace[] = Array.from({ length: 200_000 }, (_, at) => ({
      start: at,
      end: at + 1,
      words: new Set([at % 2 === 0 ? "a" : "b"]),
    }));
    const started = performance.now();
    expect(mostTogether(places)).toEqual({ start: 0, end: 2 });
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
