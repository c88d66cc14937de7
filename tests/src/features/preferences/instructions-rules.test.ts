import { describe, expect, it } from "vitest";
import {
  instructionsCounter,
  instructionsToSave,
  toInstructionsDraft,
} from "#features/preferences/instructions-rules.ts";

describe("instructions for all models", () => {
  it.each([
    ["nothing", "", ""],
    ["white space", " \n ", ""],
    ["a text with space around it and a NUL in it", " Be\0 kind.\n", "Be kind."],
    ["2,000 characters", "x".repeat(2_000), "x".repeat(2_000)],
    ["2,001 characters", "x".repeat(2_001), null],
    ["2,000 characters with space around them", ` ${"x".repeat(2_000)}\n`, "x".repeat(2_000)],
  ])("of %s are saved as they are stored, or not at all", (_, typed, saved) => {
    expect(instructionsToSave(typed)).toBe(saved);
  });

  it("are counted as they are stored", () => {
    expect(instructionsCounter(" Be kind. ")).toBe("8 of 2,000");
    expect(instructionsCounter("x".repeat(2_001))).toBe("2,001 of 2,000");
  });

  it("that were typed and not saved are a text, whatever else the browser has kept", () => {
    expect(toInstructionsDraft("")).toBe("");
    for (const other of [undefined, null, 1, {}, ["x"]]) {
      expect(toInstructionsDraft(other)).toBeNull();
    }
  });
});
