import { describe, expect, it } from "vitest";
import { contentAt, NO_DRAFTS, withContent, withTyped } from "#features/chat/drafts/draft-rules.ts";

const typedInto = (now: string, before: string, typed: string) =>
  contentAt(withTyped(withContent(NO_DRAFTS, "c1", now), "c1", before, typed), "c1");
const sentFrom = (now: string, content: string) => typedInto(now, content, "");

describe("what is typed into a box", () => {
  it.each([
    ["stands there as it was typed", "Hel", "Hel", "Hell", "Hell"],
    ["may be blank", "", "", " \n", " \n"],
    ["may be deleted", "Hello", "Hello", "", ""],
    [
      "stays when another tab has sent what it goes on from",
      "",
      "Hello",
      "Hello, you",
      "Hello, you",
    ],
    ["comes behind what came back into the empty box", "Back", "", "Hello", "Back\n\nHello"],
    ["comes behind what came back before it", "Back\n\nHel", "Hel", "Hell", "Back\n\nHell"],
    ["comes before what was put behind it", "Hel\n\nMore", "Hel", "Hell", "Hell\n\nMore"],
    ["leaves what came back when it is deleted itself", "Back\n\nHel", "Hel", "", "Back"],
    ["comes behind what has nothing to do with it", "Other", "Hel", "Hell", "Other\n\nHell"],
    ["stands beside the same content that came back", "Hello", "", "Hello", "Hello\n\nHello"],
    [
      "stands there once when another tab types in a paragraph before it",
      "Other one\n\nHel",
      "Other\n\nHel",
      "Other\n\nHell",
      "Other one\n\nHell",
    ],
    [
      "stands beside what another tab has made of the same paragraph, and nothing else does",
      "Other one\n\nHelp",
      "Other\n\nHel",
      "Other\n\nHell",
      "Other one\n\nHelp\n\nHell",
    ],
  ])("%s", (_, now, before, typed, expected) => {
    expect(typedInto(now, before, typed)).toBe(expected);
  });
});

describe("what is sent from a box", () => {
  it.each([
    ["leaves it, with the blanks around it", " Hello \n", "Hello", ""],
    ["leaves what came back before it", "Back\n\nHello", "Hello", "Back"],
    ["leaves what was put behind it", "Hello\n\nMore", "Hello", "More"],
    ["leaves nothing of the beginning that was stored", "Hel", "Hello", ""],
    ["leaves another content", "Other", "Hello", "Other"],
  ])("%s", (_, now, content, expected) => {
    expect(sentFrom(now, content)).toBe(expected);
  });
});
