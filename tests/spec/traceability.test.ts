import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../supabase/local/process/settings.ts";
import { quotedWords, readBehaviours } from "./behaviour.ts";
import { findTaggedTests, taggedTests } from "./tagged-tests.ts";

const behaviours = readBehaviours();
const names = behaviours.map(({ name }) => name);
const files = findTaggedTests();
const tests = [...files].flatMap(([file, tagged]) => tagged.map((test) => ({ file, ...test })));
const testsOf = (name: string) => tests.filter(({ tags }) => tags.includes(name));

describe("docs/behaviour.md and the tags in test titles", () => {
  it("names each behaviour once, as group.name", () => {
    expect(names.length).toBeGreaterThan(150);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => !/^[a-z-]+\.[a-z0-9-]+$/.test(name))).toEqual([]);
  });

  it("says in each chapter where it is decided, before the first behaviour", () => {
    const chapters = readFileSync(join(ROOT, "docs/behaviour.md"), "utf8").split(/^## /m).slice(1);
    expect(chapters.filter((chapter) => !/Decided in `.*<a id/s.test(chapter))).toEqual([]);
  });

  it("has a test for every behaviour", () => {
    const untested = behaviours.filter(({ notTested }) => notTested === null);
    expect(untested.map(({ name }) => name).filter((name) => testsOf(name).length === 0)).toEqual(
      [],
    );
  });

  it("says why where a behaviour has no test", () => {
    const excused = behaviours.filter(({ notTested }) => notTested !== null);
    expect(excused.filter(({ notTested }) => (notTested?.length ?? 0) < 20)).toEqual([]);
    expect(excused.filter(({ name }) => testsOf(name).length > 0)).toEqual([]);
  });

  it("has a behaviour for every tag", () => {
    const unknown = tests.flatMap(({ file, tags }) =>
      tags.filter((tag) => !names.includes(tag)).map((tag) => `${file}: ${tag}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe("the notices", () => {
  const notices = behaviours.filter(
    ({ name, text }) =>
      name.startsWith("notices.") && quotedWords(text.replaceAll(/\[.*?\)/g, "")).length > 0,
  );

  it.each(notices)("$name is seen in a browser, and its words are read there", ({ name, text }) => {
    const seen = testsOf(name).filter(({ file }) => file.startsWith("e2e/"));
    // The page says 'You scored N/4' of any score.
    const read = seen.map((test) => test.text.replace(/scored \d/, "scored N")).join("\n");
    expect(quotedWords(text).filter((words) => !read.includes(words))).toEqual([]);
  });
});

it("the search for tagged tests finds tests, tables, templates and groups, but not skipped tests, comments or strings", () => {
  const source = `describe("a group [home.group]", () => {
  test("plain [home.one] [home.two]", () => {
    first();
  });
  test.each([["x"]])("table %s [home.table]", () => {
    second();
  });
});
for (const name of NAMES) {
  test(\`\${name} goes [home.template]\`, async () => {
    third();
  });
}
test.skip("left out [home.three]", () => {});
// test: [home.four]
const other = "[home.five]";
expect(row).toContain("[home.six]");`;
  const found = taggedTests(source).map(
    ({ tags, text }) => [tags, text.match(/(first|second|third)(?=\()/g)] as const,
  );
  expect(found).toEqual([
    [["home.group"], ["first", "second"]],
    [["home.one", "home.two"], ["first"]],
    [["home.table"], ["second"]],
    [["home.template"], ["third"]],
  ]);
});

it("quoted words keep the apostrophes within words", () => {
  expect(quotedWords("a person's 'Email doesn't match', and 'Error'.")).toEqual([
    "Email doesn't match",
    "Error",
  ]);
});
