import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { differences } from "#features/chat/text/compare-rules.ts";

/**
 * Reads a table of cases: `# title`, then one text a line, with `[what another text gives otherwise]` and `{what only this
 * text says}`. A case that begins with `#?` says nothing of marks. `= what all say | …`, `~ a (0, 2) or b (1) | …`, else
 * `nothing`. ⏎ is a line break and ⍽ a space that does not break.
 */
function casesIn(file: string) {
  const table = readFileSync(`${import.meta.dirname}/${file}`, "utf8");
  return table
    .split(/^#/m)
    .slice(1)
    .map((text) => {
      const [title = "", ...rest] = text.trimEnd().split("\n");
      const listed = (sign: string) => {
        const line = rest.find((one) => one.startsWith(`${sign} `))?.slice(2);
        return line === "nothing" ? [] : line?.split(" | ");
      };
      const lines = rest
        .filter((line) => !/^[=~] /.test(line))
        .map((line) => line.replaceAll("⏎", "\n").replaceAll("⍽", "\u00A0"));
      const marks = lines.map((line) => line.match(/\[.*?\]|\{.*?\}/g) ?? []);
      const texts = lines.map((line) => line.replaceAll(/[[\]{}]/g, ""));
      const isMarked = !title.startsWith("?");
      return {
        title: title.replace(/^\??\s/, ""),
        texts,
        marks: isMarked ? marks : null,
        shared: listed("="),
        contested: listed("~"),
      };
    });
}

const marked = (texts: readonly string[]) =>
  differences(texts).marks.map((marks, index) =>
    marks.map(({ start, end, kind }) => {
      const written = texts[index]?.slice(start, end);
      return kind === "differs" ? `[${written}]` : `{${written}}`;
    }),
  );
const contested = (texts: readonly string[]) =>
  differences(texts).contested.map(({ values }) =>
    values.map(({ written, texts }) => `${written} (${texts.join(", ")})`).join(" or "),
  );

// The second table was written from the rules by somebody who had not seen the code.
describe.each(["differences.txt", "differences-unseen.txt"])("of %s", (file) => {
  it.each(casesIn(file))("$title: $texts [answers.compare] [answers.agreement]", (one) => {
    const { texts, marks, shared, contested: places } = one;
    const whatever = expect.anything() as unknown;
    expect({
      marks: marked(texts),
      reversed: marked(texts.toReversed()),
      shared: differences(texts).shared,
      contested: contested(texts),
    }).toEqual({
      marks: marks ?? whatever,
      reversed: marks?.toReversed() ?? whatever,
      shared: shared ?? whatever,
      contested: places ?? whatever,
    });
  });
});

it("comparing four answers takes much less than sixteen times as long for four times the text [answers.compare]", () => {
  const answers = (length: number) =>
    [1, 2, 3, 4].map((seed) =>
      Array.from(
        { length },
        (_, n) => [`${(n * seed) % 700},${100 + n}`, `City${n % 40}`, "word", "word"][n % 4],
      ).join(" "),
    );
  const short = { texts: answers(500), least: Infinity };
  const long = { texts: answers(2_000), least: Infinity };
  for (let count = 0; count < 5; count += 1) {
    for (const each of [short, long]) {
      const start = process.threadCpuUsage();
      expect(differences(each.texts).marks.flat().length).toBeGreaterThan(100);
      each.least = Math.min(each.least, process.threadCpuUsage(start).user);
    }
  }
  expect(long.least).toBeLessThan(12 * short.least);
});

it("a text that is made to be slow takes no longer", () => {
  const texts = [
    "A ".repeat(16_000),
    "1,".repeat(16_000),
    "1 ".repeat(16_000),
    "Jan. ".repeat(6_000),
  ];
  const start = process.threadCpuUsage();
  differences(texts);
  expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000);
});
