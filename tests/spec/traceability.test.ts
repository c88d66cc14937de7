import { describe, expect, it } from "vitest";
import { findTests, testsOf } from "./find-tests.ts";
import type { Section } from "./section.ts";
import { SECTION_1 } from "./section-1.ts";
import { SECTION_2_CHAT } from "./section-2-chat.ts";
import { SECTION_2_DELETION } from "./section-2-deletion.ts";
import { SECTION_2_SETTINGS } from "./section-2-settings.ts";
import { SECTION_3 } from "./section-3.ts";
import { SECTION_4 } from "./section-4.ts";
import { SECTION_5 } from "./section-5.ts";
import { SECTION_6 } from "./section-6.ts";
import { SECTION_7 } from "./section-7.ts";
import { FAILURES, SUCCESSES } from "./section-8.ts";
import { SECTION_9 } from "./section-9.ts";

const SECTIONS: readonly (readonly [string, Section])[] = [
  ["1. What the product does and for whom", SECTION_1],
  ["2. The routes, the chat screen and the ways in", SECTION_2_CHAT],
  ["2. The settings", SECTION_2_SETTINGS],
  ["2. The deletion", SECTION_2_DELETION],
  ["3. Entities and their fields", SECTION_3],
  ["4. States and transitions", SECTION_4],
  ["5. Validation rules", SECTION_5],
  ["6. Roles and permissions", SECTION_6],
  ["7. The calls the product makes", SECTION_7],
  ["9. Business constants and limits", SECTION_9],
];
const tests = findTests();
const missing = (names: readonly string[]) => names.filter((name) => !tests.has(name));

describe.each(SECTIONS)("%s", (_title, section) => {
  it.each(Object.entries(section))("'%s' is shown", (_says, shown) => {
    const [names, reasons] = "noTest" in shown ? [[], [shown.noTest]] : [shown, []];
    expect(missing(names)).toEqual([]);
    expect(names.length > 0 || reasons.every((reason) => reason.length > 20)).toBe(true);
  });
});

describe("8. The error catalogue", () => {
  const rows = Object.entries({ ...FAILURES, ...SUCCESSES });

  it("is whole: sixteen failures and seven successes", () => {
    expect(Object.keys(FAILURES)).toHaveLength(16);
    expect(Object.keys(SUCCESSES)).toHaveLength(7);
  });

  it.each(rows)("%s is seen in a browser, and its words are read there", (_row, notice) => {
    expect(missing(notice.shownBy)).toEqual([]);
    expect(notice.shownBy.filter((name) => !name.startsWith("e2e/"))).toEqual([]);
    const read = notice.shownBy.map((name) => tests.get(name)).join("\n");
    expect(notice.words.filter((words) => !read.includes(words))).toEqual([]);
  });
});

describe("finding tests", () => {
  it("names them by their groups and literal titles, tables and templates included", () => {
    const source = [
      'describe("a group", () => {',
      '  test("plain", () => {});',
      "  test.each([",
      '    ["x"],',
      '  ])("table %s", () => {});',
      "});",
      'describe.each(PAGES)("%s again", () => {',
      '  it.each(["a", "b"])("short %s", () => {});',
      "});",
      "for (const name of NAMES) {",
      "  test(`${name} goes`, () => {});",
      "}",
    ].join("\n");
    expect([...testsOf(source).keys()]).toEqual([
      "a group > plain",
      "a group > table %s",
      "%s again > short %s",
      "${name} goes",
    ]);
  });

  it("does not find what was renamed, skipped or moved", () => {
    const known = "e2e/visitor.spec.ts > a visitor cannot send an empty or blank message";
    expect(missing([known])).toEqual([]);
    const gone = [`${known}.`, known.replace("visitor", "chat"), known.replace(" >", " > group >")];
    expect(missing(gone)).toEqual(gone);
    for (const how of ["skip", "todo"]) {
      expect(testsOf(`test.${how}("left out", () => {});`).size).toBe(0);
    }
  });
});
