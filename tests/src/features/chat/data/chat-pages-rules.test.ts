import { describe, expect, it } from "vitest";
import {
  byNewest,
  chatsAfter,
  orderedChats,
  titleOf,
  withChat,
  withoutChat,
} from "#features/chat/data/chat-pages-rules.ts";
import { chat } from "../../../../support/chat-rows.ts";

describe("a chat's title", () => {
  it.each([
    ["Plans for May", "Plans for May"],
    [null, "New conversation"],
    ["", "New conversation"],
    ["   ", "New conversation"],
  ])("%j", (title, shown) => {
    expect(titleOf({ title })).toBe(shown);
  });

  it("is 'New conversation' for a chat that is not loaded yet", () => {
    expect(titleOf(undefined)).toBe("New conversation");
  });
});

describe("the order of chats", () => {
  const older = chat({ last_message_at: "2026-11-21T08:00:00Z" });
  const newer = chat({ last_message_at: "2026-11-21 08:00:00.000001+00" });
  const emptyOld = chat({ created_at: "2026-11-20T08:00:00Z" });
  const emptyNew = chat({ created_at: "2026-11-21T08:00:00Z" });

  it("is by last message, then by creation, empty chats first [chats.order]", () => {
    const mixed = [older, emptyOld, newer, emptyNew];
    expect(mixed.sort(byNewest)).toStrictEqual([emptyNew, emptyOld, newer, older]);
  });

  it("falls back to creation, then to the id", () => {
    const time = { last_message_at: "2026-11-21T08:00:00Z" };
    const early = chat({ ...time, id: "c", created_at: "2026-11-01T00:00:00Z" });
    const [a, b] = [chat({ ...time, id: "a" }), chat({ ...time, id: "b" })];
    expect([early, a, b].sort(byNewest)).toStrictEqual([b, a, early]);
  });
});

describe("pages of chats", () => {
  const dated = (day: string) => chat({ last_message_at: `2026-11-${day}T00:00:00Z` });
  const [a, b, c] = [dated("03"), dated("02"), dated("01")];
  const page = (...chats: (typeof a)[]) => ({ chats, full: false });
  const moved = { ...c, last_message_at: "2026-11-04T00:00:00Z" };

  it("show a chat once that moved up between two reads", () => {
    expect(orderedChats([page(a, b), page(moved)])).toStrictEqual([moved, a, b]);
    expect(orderedChats([page(a, b), page(b, c)])).toStrictEqual([a, b, c]);
  });

  it("move a changed chat from any page to the first", () => {
    expect(withChat([page(a, b), page(c)], moved)).toStrictEqual([page(moved, a, b), page()]);
  });

  it("put in a new chat, also into an empty list", () => {
    expect(withChat([page()], a)).toStrictEqual([page(a)]);
    expect(withChat([], a)).toStrictEqual([page(a)]);
  });

  it("leave out an older chat that belongs to a page which is not loaded, because the next one begins behind the last", () => {
    const full = { chats: [a, b], full: true };
    expect(withChat([full], c)).toStrictEqual([full]);
    expect(withChat([full], moved)).toStrictEqual([{ chats: [moved, a, b], full: true }]);
    expect(withChat([full], { ...b, title: "Named" }).flatMap(({ chats }) => chats)).toHaveLength(
      2,
    );
    expect(withChat([page(a, b)], c)).toStrictEqual([page(a, b, c)]);
  });

  it("drop a deleted chat, and stay full when they were", () => {
    const full = { chats: [a, b], full: true };
    expect(withoutChat([full, page(c)], b.id)).toStrictEqual([{ chats: [a], full: true }, page(c)]);
  });
});

describe("the filter for the next page of chats", () => {
  it("continues among the empty chats", () => {
    const last = chat({ id: "i", created_at: "T1" });
    expect(chatsAfter(last)).toBe('created_at.lt."T1",and(created_at.eq."T1",id.lt.i)');
  });

  it("continues among the chats that have messages", () => {
    const last = chat({ id: "i", created_at: "T1", last_message_at: "T2" });
    expect(chatsAfter(last)).toBe(
      'last_message_at.lt."T2",and(last_message_at.eq."T2",or(created_at.lt."T1",and(created_at.eq."T1",id.lt.i)))',
    );
  });
});
