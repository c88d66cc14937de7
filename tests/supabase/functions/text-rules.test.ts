import { describe, expect, it } from "vitest";
import { makeTitle } from "../../../supabase/functions/_shared/text-rules.ts";

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
});
