import { describe, expect, it } from "vitest";
import { forgetDeleted, restoreDeleted } from "#features/chat/drafts/deleted-rules.ts";
import {
  contentAt,
  type Drafts,
  HOME,
  NO_DRAFTS,
  type OutboxEntry,
  withBox,
  withContent,
  withTyped,
} from "#features/chat/drafts/draft-rules.ts";
import {
  addToOutbox,
  copyHome,
  entryOf,
  keepOfGone,
  moveHome,
  returnedIn,
  returnToBox,
  unsentIn,
} from "#features/chat/drafts/outbox-rules.ts";
import { releaseQueued } from "#features/chat/drafts/queue-rules.ts";
import { contentsOf, anEntry as entry, reloaded, typedIn } from "../../../../support/drafts.ts";

const NOW = 1_000_000;
const waiting: OutboxEntry = { ...entry, messageId: "m2", content: "Waiting", waitsFor: "reply" };
const typed: Drafts = {
  ...typedIn({ c1: "typed", "c1#m0": "edited", c2: "elsewhere" }),
  outbox: [waiting],
};
const ALL = "Waiting\n\ntyped\n\nedited";
const withHome = (drafts: Drafts, content: string) => withContent(drafts, HOME, content);
const inDeleted = (drafts: Drafts) => withBox(drafts, "c1", { deletedAt: NOW });
const deleted = inDeleted(typed);
const expectUndone = (drafts: Drafts, before: Drafts) =>
  expect(restoreDeleted(drafts, "c1")).toStrictEqual(before);

it("what was typed, queued and edited in a chat that was never made goes to the home box, behind what is there", () => {
  expect(unsentIn(typed, "c1")).toBe(ALL);
  const home = moveHome(withHome(typed, "At home"), "c1");
  expect(contentsOf(home)).toStrictEqual({ [HOME]: `At home\n\n${ALL}`, c2: "elsewhere" });
  expect(home.outbox).toStrictEqual([]);
  expect(moveHome(home, "c1")).toStrictEqual(home);
  // Part of another word is not the text.
  const part = moveHome(withHome(typedIn({ c1: "a" }), "banana"), "c1");
  expect(contentAt(part, HOME)).toBe("banana\n\na");
});

it("what was typed and queued in a chat that was deleted elsewhere is in the home box once, and in its place for an Undo [drafts.chat-gone]", () => {
  const gone = keepOfGone(withHome(typed, "At home"), "c1", NOW);
  expect(contentAt(gone, HOME)).toBe(`At home\n\n${ALL}`);
  expectUndone(gone, withHome(typed, "At home"));
  expect(contentAt(keepOfGone(gone, "c1", NOW + 1), HOME)).toBe(`At home\n\n${ALL}`);
  expect(keepOfGone(NO_DRAFTS, "c1", NOW)).toBe(NO_DRAFTS);
});

describe("what was typed in a deleted chat", () => {
  it("stays in its place, is the same after a reload, and stands there as it was when the deletion is undone, once [drafts.undo]", () => {
    expect(contentsOf(deleted)).toStrictEqual(contentsOf(typed));
    expect(reloaded(deleted)).toStrictEqual(deleted);
    expectUndone(deleted, typed);
    expectUndone(typed, typed);
    const chosen = withBox(NO_DRAFTS, "c1", { model: "grok" });
    expectUndone(inDeleted(chosen), chosen);
  });

  it("is kept like any other when more is typed there, in a tab that has not heard of the deletion", () => {
    const more = withTyped(deleted, "c1", "typed", "typed on");
    expect(more).toStrictEqual(withContent(typed, "c1", "typed on"));
  });

  it("is not sent, and is not put into a box either when sending it has failed [drafts.undo]", () => {
    const sent = inDeleted(addToOutbox(typed, "c1", entry));
    expect(releaseQueued(sent, "m2")).toBe(sent);
    expect(returnToBox(sent, HOME, entry, false)).toBe(sent);
    expect(entryOf(sent, "m1")).toBeUndefined();
  });

  it("goes when the deletion is final, or when the server can restore no more, and nothing else does [drafts.undo]", () => {
    const both = withBox(deleted, "c2", { deletedAt: NOW + 1 });
    const others = withBox(typedIn({ c2: "elsewhere" }), "c2", { deletedAt: NOW + 1 });
    expect(forgetDeleted(both, (chatId) => chatId === "c1")).toStrictEqual(others);
    expect(forgetDeleted(both, (_, deletedAt) => deletedAt <= NOW)).toStrictEqual(others);
    expect(forgetDeleted(typed, () => true)).toBe(typed);
  });

  it("leaves the message that started the chat, which the server may hold, in the outbox when the chat is back", () => {
    const started = addToOutbox(NO_DRAFTS, HOME, { ...entry, startsChat: true });
    expectUndone(inDeleted(started), started);
  });

  it("stands in the home box too where the chat was open, once, and leaves that when the chat is back [drafts.chat-gone]", () => {
    for (const [before, behind] of [
      ["", ""],
      ["Before\n\n", ""],
      ["", "\n\nBehind"],
      ["Before\n\n", "\n\nBehind"],
    ]) {
      const rest = `${before}${behind}`.replace("\n\n\n\n", "\n\n").trim();
      expectUndone(withHome(deleted, `${before}${ALL}${behind}`), withHome(typed, rest));
    }
    const home = inDeleted(copyHome(withHome(typed, "At home"), "c1"));
    expect(contentAt(home, HOME)).toBe(`At home\n\n${ALL}`);
    expect(copyHome(home, "c1")).toStrictEqual(home);
    expectUndone(home, withHome(typed, "At home"));
    // It stays there when the deletion is final, and when it was changed.
    const final = forgetDeleted(home, () => true);
    expect(contentAt(final, HOME)).toBe(`At home\n\n${ALL}`);
    expectUndone(withHome(home, `${ALL} and more`), withHome(typed, `${ALL} and more`));
  });

  it("comes back with what the server had not acknowledged in its box, with its ids, and with what waited behind it [drafts.undo]", () => {
    const again = restoreDeleted(inDeleted(addToOutbox(typed, "c1", entry)), "c1");
    expect(contentAt(again, "c1")).toBe("Hello\n\nWaiting\n\ntyped");
    expect(returnedIn(again)).toStrictEqual([entry]);
    expect(again.outbox).toStrictEqual([]);
  });
});
