import { describe, expect, it } from "vitest";
import {
  afterPieces,
  mergedText,
  type PieceRow,
  withPieces,
  type WrittenText,
  writtenOf,
} from "#features/chat/data/piece-rules.ts";

const begun = { started_at: "2026-11-21T08:00:00+00:00" };
const nothing = writtenOf(begun, undefined);
const piece = (position: number, content: string): PieceRow => ({
  answer_id: "a1",
  position,
  content,
});

describe("the text of an answer that is read in pieces", () => {
  it("grows by pieces in their order, in whichever order they are read", () => {
    expect(withPieces(nothing, [piece(2, "lo"), piece(1, "Hel")])).toMatchObject({
      position: 2,
      content: "Hello",
    });
  });

  it("is the same after no pieces, and after pieces that are known", () => {
    const hel = withPieces(nothing, [piece(1, "Hel")]);
    expect(withPieces(hel, [])).toBe(hel);
    expect(withPieces(hel, [piece(1, "Hel")])).toBe(hel);
  });

  it("does not grow over a gap", () => {
    const hel = withPieces(nothing, [piece(1, "Hel")]);
    expect(withPieces(hel, [piece(3, "you")])).toBe(hel);
    expect(withPieces(hel, [piece(3, "you"), piece(2, "lo ")]).content).toBe("Hello you");
  });

  it("begins anew with another try at the same answer", () => {
    const known: WrittenText = { startedAt: begun.started_at, position: 1, content: "Hel" };
    expect(writtenOf({ started_at: "2026-11-21 08:00:00+00" }, known)).toBe(known);
    expect(writtenOf({ started_at: "2026-11-21T08:00:00.001+00:00" }, known)).toMatchObject({
      position: 0,
      content: "",
    });
  });
});

it("what is left to read begins after the last piece of each answer that was read", () => {
  const known = ["a1", "a2", "a3"].map((answerId) => ({ answerId, position: 4 }));
  const read = [piece(4, "four"), piece(5, "five"), { ...piece(4, "four"), answer_id: "a2" }];
  expect(afterPieces(known, read)).toStrictEqual([
    { answerId: "a1", position: 6 },
    { answerId: "a2", position: 5 },
    { answerId: "a3", position: 4 },
  ]);
});

describe("what is shown of an answer", () => {
  it("is the longer of two parts of the same text", () => {
    expect(mergedText("Hello", "Hel")).toBe("Hello");
    expect(mergedText("Hel", "Hello")).toBe("Hello");
    expect(mergedText("Hello", "")).toBe("Hello");
  });

  it("is what was written, when that is another text", () => {
    expect(mergedText("An old text", "New")).toBe("New");
  });
});
