import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { needlesOf, spacedText } from "../../../supabase/functions/_shared/words-rules.ts";
import type { Person } from "../../support/database/backend.ts";
import { onEveryDatabase } from "../../support/database/on-every-database.ts";
import { searchAll, writeMessages } from "../../support/database/searches.ts";
import { beginTurn, signUpPerson } from "../../support/database/turns.ts";

/** 32,000 Chinese characters of 20,000 different ones. */
const chinese = (turn: number) =>
  Array.from({ length: 32_000 }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * 7_919 + turn * 31) % 20_000)),
  );
/** The same of some 500 different ones, as in an essay. */
const essay = (turn: number) =>
  Array.from({ length: 32_000 }, (_, at) =>
    String.fromCodePoint(0x4e00 + 20 * ((at * (at + 7) + turn) % 997)),
  );

/** Characters that the rule treats in some special way, and others. */
const CHARACTERS = Array.from(
  "aZ9_ -'\"\t\n/éÉßẞæŒøłđıIİςΣσñёЙ\u0301\u0308\u00AD\u200B\u200D\uFE0F東京大学々〇ー・「」がカﾞｶｱไทยเที่ยว한국ㅎㅏㄴ\u1112\u1161\u11ABالسَّلامأשָׁ" +
    "ﬁ①½Ａ１²ǅＺ😀👩🏽🎉✅⭐…—“”«»€→\u0915\u094D\u0937ক\u09C7\u09BE\u{20000}\u{1D400}\uFFFD",
);
const text = fc.oneof(
  fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 30 }).map((list) => list.join("")),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);

/** All of Unicode: each text has 1,000 characters, each with marks that would be put in order with it. */
function everyCharacter(): string[] {
  const text = (from: number) =>
    Array.from(
      { length: 1_000 },
      (_, at) => `${String.fromCodePoint(from + at)}\u0345\u0334 `,
    ).join("");
  return Array.from({ length: 200 }, (_, place) => text(place * 1_000));
}

onEveryDatabase("the words of a search", (backend, kind) => {
  it("the database and the functions see every text the same way", async () => {
    const sample = [...fc.sample(text, { numRuns: 3_000, seed: 13 }), ...everyCharacter()].map(
      (written) => written.replaceAll("\0", "").toWellFormed(),
    );
    const rows = await backend.sql<{ spaced: string }>(
      `select private.search_text(written) as spaced
       from jsonb_array_elements_text($1::text::jsonb) with ordinality as list (written, place) order by place`,
      JSON.stringify(sample),
    );
    const differing = sample
      .map((written, n) => ({ written, sql: rows[n]?.spaced, js: spacedText(written).text }))
      .filter(({ sql, js }) => sql !== js);
    expect(differing).toEqual([]);
  });

  it("finds exactly the messages that have the words, whatever is written and asked [search.words]", async () => {
    const person = await signUpPerson(backend, "writer");
    const begun = await beginTurn(backend, person, { p_title: "x", p_content: "x" });
    const place = { person, chatId: begun.chat?.id ?? "" };
    const long = "x".repeat(70);
    const word = fc.constantFrom(
      "a",
      "ab",
      "abc",
      "Ä",
      "b",
      "東京",
      "京",
      "東京大学",
      "iPad東",
      "ไทย",
      long,
      `${long}y`,
    );
    const space = fc.constantFrom(" ", " ", ", ", "-", "");
    const phrase = fc
      .array(fc.tuple(word, space), { minLength: 1, maxLength: 6 })
      .map((list) => list.flat().join(""));
    const written = fc.sample(phrase, { numRuns: 400, seed: 1 });
    await writeMessages(backend, place, written, "2025-01-01");
    // More than are looked through one by one, so that the index is asked for what is older.
    await writeMessages(backend, place, Array<string>(200).fill("zzz"), "2025-06-01");

    const quotable = fc.tuple(phrase, fc.boolean());
    for (const [asked, isQuoted] of fc.sample(quotable, { numRuns: 60, seed: 2 })) {
      const query = isQuoted ? `"${asked}"` : asked;
      const needles = needlesOf(query);
      const expected = written.filter((content) => {
        const { text: spaced } = spacedText(content);
        return needles.every((needle) => spaced.includes(needle));
      });
      const found = await searchAll(backend, person, query, 50);
      const contents = found.flatMap(({ content }) => content ?? []);
      expect([query, contents]).toEqual([query, expected.toReversed()]);
    }
  });

  describe("in messages of 32,000 Chinese characters without a space", () => {
    const [content, other] = [essay(0), essay(1)];
    const at = (place: number, count: number) => content.slice(place, place + count).join("");
    const found = async (person: Person, query: string) =>
      (await searchAll(backend, person, query)).map((result) => result.content);

    /** A person with both messages, and more newer ones than are looked through one by one. */
    const writer = async () => {
      const person = await signUpPerson(backend, "writer");
      const begun = await beginTurn(backend, person, { p_title: "x", p_content: "x" });
      const place = { person, chatId: begun.chat?.id ?? "" };
      await writeMessages(
        backend,
        place,
        [content, other].map((list) => list.join("")),
        "2025-01-01",
      );
      await writeMessages(backend, place, Array<string>(200).fill("zzz"), "2025-06-01");
      return person;
    };
    it("finds any characters that stand together, and not those that stand apart [search.unspaced]", async () => {
      const person = await writer();
      const whole = content.join("");
      expect(whole).not.toContain(at(31_000, 1) + at(100, 1));
      expect(await found(person, at(31_000, 2) + at(100, 2))).toEqual([]);
      expect(await found(person, `${at(31_990, 4)} ${at(5, 3)}`)).toContain(whole);
      for (const [place, count] of [
        [0, 2],
        [15_000, 5],
        [31_998, 2],
        [31_999, 1],
      ] as const) {
        expect(await found(person, at(place, count))).toContain(whole);
      }
    });

    it("the index gets 4,096 words and the owner, at most, and as many as there are of a shorter one", async () => {
      const words = async (text: string) =>
        (
          await backend.sql<{ count: number }>(
            "select length(private.search_words(gen_random_uuid(), $1)) as count",
            text,
          )
        )[0]?.count;
      expect(await words(chinese(0).join(""))).toBeLessThanOrEqual(4_098);
      expect(await words(chinese(0).slice(0, 4_096).join(""))).toBe(4_096 + 2);
    });
  });

  it.runIf(kind === "pglite")(
    "32,000 unbroken Chinese characters take a member's turn less than 4 times the processor time of English",
    async () => {
      const person = await signUpPerson(backend, "chinese");
      const english = "The quick brown fox jumps over the lazy dog. ";
      const texts = {
        english: (turn: number) => `${turn}${english.repeat(800)}`.slice(0, 32_000),
        chinese: (turn: number) => chinese(turn).join(""),
      };
      const least = { english: Infinity, chinese: Infinity };
      for (let turn = 0; turn < 5; turn += 1) {
        for (const script of ["english", "chinese"] as const) {
          const content = texts[script](turn);
          const started = process.cpuUsage();
          await beginTurn(backend, person, { p_title: "x", p_content: content });
          const { user, system } = process.cpuUsage(started);
          least[script] = Math.min(least[script], (user + system) / 1_000);
        }
      }
      // Measured are 2.3 to 2.6 times, all of the embedded database and its REST service included.
      expect(least.chinese / least.english).toBeLessThan(4);
    },
  );
});
