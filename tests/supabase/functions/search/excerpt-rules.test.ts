import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerptOf } from "../../../../supabase/functions/search/excerpt-rules.ts";

/** The excerpt with its matches in brackets. */
function shown(text: string, query: string): string {
  const pieces = excerptOf(text, query);
  return pieces.map((piece) => (piece.match ? `[${piece.text}]` : piece.text)).join("");
}

describe("the excerpt of a text that was found", () => {
  it("shows a short text whole and marks every place [search.excerpt]", () => {
    expect(shown("A fox and a Foxglove", "fox")).toBe("A [fox] and a [Fox]glove");
    expect(shown("fox fox", "fox")).toBe("[fox] [fox]");
    expect(shown("a fox, a dog", "a dog")).toBe("[a] fox, [a] [dog]");
  });

  it("marks what was written, whatever its case, accents and form", () => {
    expect(shown("Le CAFE\u0301 noir", "café")).toBe("Le [CAFE\u0301] noir");
    expect(shown("ein Straßenfest", "strass")).toBe("ein [Straß]enfest");
    expect(shown("私は東京大学で", "京大")).toBe("私は東[京大]学で");
    expect(shown('He said: "open — the door".', '"open the door"')).toBe(
      'He said: "[open — the door]".',
    );
  });

  it("marks no part of a word that was meant whole", () => {
    expect(shown("cat concatenate cat", "cat con")).toBe("[cat] [con]catenate [cat]");
  });

  it.each([
    ["C++", "C, C#, C++17 and c++", "C, C#, [C++]17 and [c++]"],
    ["C#", "Basic# and C#", "Basic# and [C#]"],
    ["$50", "50€ or US $50", "50€ or US [$50]"],
    ["50€", "$50 or 50€", "$50 or [50€]"],
    ["£5", "5€, £5", "5€, [£5]"],
    ["a_b", "a*b, a_b, data_bus", "a*b, [a_b], data_bus"],
    ["100%", "100 or 100%", "100 or [100%]"],
    ["100 %", "100 %", "[100] %"],
    ["a_b a", "a_bc, a_b", "[a]_bc, [a_b]"],
    ["CAFE\u0301_x", "a café_xy", "a [café_x]y"],
  ])("%s marks its signs, and only where they stand: %s [search.marks]", (query, text, marked) => {
    expect(shown(text, query)).toBe(marked);
  });

  it("joins places that overlap", () => {
    expect(shown("東京大学", "東京 京大")).toBe("[東京大]学");
  });

  it("is on one line", () => {
    expect(shown("\n one\n\n  two \tthree\n", "two")).toBe("one [two] three");
  });

  it("cuts a long text around the first place, between words", () => {
    const text = `${"before ".repeat(50)}needle${" behind".repeat(50)}`;
    const excerpt = shown(text, "needle");
    expect(excerpt).toMatch(/^…before (before )+\[needle\]( behind)+…$/);
    expect(excerpt.length).toBeGreaterThan(180);
    expect(excerpt.length).toBeLessThanOrEqual(204);
  });

  it("shows where most words stand together, however far down that is [search.excerpt]", () => {
    const paragraphs = Array.from(
      { length: 60 },
      (_, at) => `Paragraph ${at + 1}. ${"so on ".repeat(40)}`,
    );
    const excerpt = shown(paragraphs.join("\n"), "Paragraph 40");
    expect(excerpt).toContain("[Paragraph] [40]. so on");
    expect(excerpt).toMatch(/^…on so on /);
    expect(excerpt.replaceAll(/[[\]]/g, "").length).toBeLessThanOrEqual(204);
  });

  it("shows both ends of a place that is as long as an excerpt [search.excerpt]", () => {
    const text = `${"a ".repeat(200)}one ${"b ".repeat(96)}two${" c".repeat(200)}`;
    expect(shown(text, "one two")).toMatch(/^…\[one\] (b )+\[two\]…$/);
  });

  it("cuts a text without spaces between characters", () => {
    const text = `${"👩".repeat(100)}東京${"e\u0301".repeat(300)}`;
    const excerpt = shown(text, "東京");
    expect(excerpt).toMatch(/^…(👩)+\[東京\](e\u0301)+…$/u);
  });

  it.each(["นำ", "👨‍👩‍👧‍👦", "🇩🇪", "👋🏽", "\u1112\u1161\u11ab"])(
    "cuts and marks a text between letters: %s",
    (letter) => {
      for (const between of ["", "東", "東東", "東東東"]) {
        const side = letter.repeat(100);
        const excerpt = shown(`${side}${between}京${between}${side}`, "京");
        const letters = excerpt.replaceAll(/[東京…[\]]/g, "");
        expect(letters).toBe(letter.repeat(letters.length / letter.length));
        expect(letters.length).toBeGreaterThan(150);
      }
    },
  );

  it("marks a letter whole that was found by a part of it", () => {
    expect(shown("a 👨‍👩‍👧 b", "👩")).toBe("a [👨‍👩‍👧] b");
    expect(shown("a 👨‍👩‍👧 b", "👩 👧")).toBe("a [👨‍👩‍👧] b");
  });

  it("begins with a text whose first word was found, and ends with one whose last was", () => {
    expect(shown(`needle${" behind".repeat(50)}`, "needle")).toMatch(/^\[needle\] behind/);
    expect(shown(`${"before ".repeat(50)}needle`, "needle")).toMatch(/before \[needle\]$/);
  });

  it("shows a phrase whole that is longer than the excerpt", () => {
    const phrase = "word ".repeat(60).trim();
    expect(shown(`x ${phrase} y`, `"${phrase}"`)).toContain(`[${phrase}]`);
  });

  it("shows the beginning of a text that has no needle", () => {
    expect(shown("Hello there", "absent")).toBe("Hello there");
  });

  it("is made of parts of the text, whatever the text", () => {
    const word = fc.constantFrom(
      "a",
      "é",
      "ß",
      "+",
      "東京",
      "ﬁ",
      "…",
      '"',
      "👩‍👩",
      " ",
      "\n",
      "x".repeat(90),
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 60 }),
        fc.array(word, { maxLength: 4 }),
        (text, query) => {
          const written = text.join("");
          const pieces = excerptOf(written, query.join(""));
          const whole = pieces.map((piece) => piece.text).join("");
          const flat = written.replaceAll(/\s+/g, " ");
          expect(flat).toContain(
            whole
              .replace(/^…(?=.)/, "")
              .replace(/…$/, "")
              .trim(),
          );
          expect(whole.isWellFormed()).toBe(true);
          for (const piece of pieces) expect(piece.text).not.toBe("");
        },
      ),
    );
  });
});
