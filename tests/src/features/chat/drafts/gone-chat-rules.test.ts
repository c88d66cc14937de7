import { describe, expect, it } from "vitest";
import {
  contentAt,
  type Drafts,
  HOME,
  NO_DRAFTS,
  withContent,
} from "#features/chat/drafts/draft-rules.ts";
import {
  takeFromHome,
  withChatDrafts,
  moveHome,
  onlyChatDrafts,
  unsentIn,
  withoutChatDrafts,
} from "#features/chat/drafts/outbox-rules.ts";
import { contentsOf, anEntry as entry, typedIn } from "../../../../support/drafts.ts";

const typed: Drafts = {
  ...typedIn({ c1: "typed", "c1#m0": "edited", c2: "elsewhere" }),
  outbox: [{ ...entry, content: "Waiting", isQueued: true }],
};
const ALL = "Waiting\n\ntyped\n\nedited";

describe("what was typed in a chat that is gone", () => {
  it("goes to the home box with the messages that waited and the edits, behind what stands there", () => {
    expect(unsentIn(typed, "c1")).toBe(ALL);
    const home = moveHome(withContent(typed, HOME, "At home"), "c1");
    expect(contentsOf(home)).toStrictEqual({ [HOME]: `At home\n\n${ALL}`, c2: "elsewhere" });
    expect(home.outbox).toStrictEqual([]);
    expect(moveHome(home, "c1")).toStrictEqual(home);
  });

  it("goes to the home box of the tab that another one tells of it, once", () => {
    const gone = withoutChatDrafts(withContent(typed, HOME, "At home"), "c1");
    const home = moveHome(gone, "c1", HOME, ALL);
    expect(contentAt(home, HOME)).toBe(`At home\n\n${ALL}`);
    expect(moveHome(home, "c1", HOME, ALL)).toStrictEqual(home);
    // Part of another word is not the text.
    expect(contentAt(moveHome(withContent(gone, HOME, "banana"), "c1", HOME, "a"), HOME)).toBe(
      "banana\n\na",
    );
  });

  it("stands in the home box once where the last keys came after the deletion", () => {
    const late = withContent(NO_DRAFTS, "c1", "Hello world");
    expect(contentsOf(moveHome(late, "c1", HOME, "Hello w"))).toStrictEqual({
      [HOME]: "Hello world",
    });
  });

  it("stands in the chat only when the deletion is undone, and what was typed at home stays there", () => {
    for (const [before, behind] of [
      ["", ""],
      ["Before\n\n", ""],
      ["", "\n\nBehind"],
      ["Before\n\n", "\n\nBehind"],
    ]) {
      const moved = withContent(withoutChatDrafts(typed, "c1"), HOME, `${before}${ALL}${behind}`);
      const again = withChatDrafts(moved, "c1", onlyChatDrafts(typed, "c1"));
      const left = `${before}${behind}`.replace("\n\n\n\n", "\n\n").trim();
      expect(contentAt(again, HOME)).toBe(left);
      expect(withContent(again, HOME, "")).toStrictEqual(typed);
    }
  });

  it("comes back from the home box when another device restores the chat, unless it was changed there [drafts.chat-gone]", () => {
    const before = onlyChatDrafts(typed, "c1");
    const home = moveHome(withContent(typed, HOME, "At home"), "c1");
    expect(takeFromHome(home, "c1", before)).toStrictEqual(withContent(typed, HOME, "At home"));
    for (const content of ["", `${ALL} and more`]) {
      const changed = withContent(home, HOME, content);
      expect(takeFromHome(changed, "c1", before)).toBe(changed);
    }
  });

  it("stands in the chat once when two tabs undo the deletion", () => {
    const before = onlyChatDrafts(typed, "c1");
    const once = withChatDrafts(withoutChatDrafts(typed, "c1"), "c1", before);
    expect(withChatDrafts(once, "c1", before)).toStrictEqual(once);
    const more = withContent(once, "c1", "typed\n\nand more");
    expect(withChatDrafts(more, "c1", before)).toStrictEqual(more);
  });

  it("stays in the home box too when it was changed there before the deletion is undone", () => {
    const changed = withContent(withoutChatDrafts(typed, "c1"), HOME, `${ALL} and more`);
    const again = withChatDrafts(changed, "c1", onlyChatDrafts(typed, "c1"));
    expect([contentAt(again, HOME), contentAt(again, "c1")]).toEqual([`${ALL} and more`, "typed"]);
  });
});
