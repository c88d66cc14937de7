import { describe, expect, test } from "vitest";
import { codeBlock, fileMark, isoTime } from "#features/import/source-fields.ts";

describe("isoTime", () => {
  test.each([
    [1_715_592_600.285031, "2024-05-13T09:30:00.285031Z"],
    [1_715_592_600, "2024-05-13T09:30:00.000000Z"],
    [1_715_592_600_285, "2024-05-13T09:30:00.285000Z"],
    ["2025-11-28T17:05:46.423148+00:00", "2025-11-28T17:05:46.423148Z"],
    ["2025-11-28T17:05:46Z", "2025-11-28T17:05:46.000000Z"],
    ["2025-11-28T17:05:46.42", "2025-11-28T17:05:46.420000Z"],
    ["2025-11-28T19:05:46+02:00", "2025-11-28T17:05:46.000000Z"],
    [0.000001, "1970-01-01T00:00:00.000001Z"],
    [4_102_444_799_999, "2099-12-31T23:59:59.999000Z"],
  ])("%j is %s [import.given-times]", (value, time) => {
    expect(isoTime(value)).toBe(time);
  });

  test.each([
    0,
    -1,
    253_402_300_800_000,
    NaN,
    Infinity,
    -Infinity,
    Number.MAX_VALUE,
    null,
    undefined,
    "",
    "0",
    "soon",
    "2025-13-45T00:00:00Z",
    "1969-12-31T23:59:59Z",
    `2025-11-28T17:05:46.${"1".repeat(1000)}Z`,
    {},
    [],
    [1_715_592_600],
    true,
  ])("%j is no time [import.given-times]", (value) => {
    expect(isoTime(value)).toBeNull();
  });
});

describe("fileMark", () => {
  test.each([
    ["invoice.pdf", "[file: invoice.pdf]"],
    ["two\nlines \t here.txt", "[file: two lines here.txt]"],
    ["x".repeat(5000), `[file: ${"x".repeat(200)}]`],
    ["", "[file]"],
    [null, "[file]"],
    [{ name: "x" }, "[file]"],
  ])("of %j is %s [import.marks]", (name, mark) => {
    expect(fileMark(name)).toBe(mark);
  });
});

describe("codeBlock", () => {
  test.each([
    ["a = 1", "python", "```python\na = 1\n```"],
    ["```\nx\n```", "", "````\n```\nx\n```\n````"],
    ["`````", "c++", "``````c++\n`````\n``````"],
    ["x", "no language\n```", "```\nx\n```"],
  ])("of %j in %j has a fence that nothing in it ends [import.canvas]", (text, language, block) => {
    expect(codeBlock(text, language)).toBe(block);
  });
});
