import { expect, it } from "vitest";
import { isUnused, unmadeChats, untouchedChat } from "#features/chat/chats/new-chat-rules.ts";
import { NO_DRAFTS, withContent, withBox } from "#features/chat/drafts/draft-rules.ts";
import { addToOutbox } from "#features/chat/drafts/outbox-rules.ts";
import { chat as chatRow } from "../../../../support/chat-rows.ts";
import { anEntry as entry } from "../../../../support/drafts.ts";

const chat = chatRow({ id: "c1" });

it("finds the empty chat in which nothing was typed or sent [chats.one-empty]", () => {
  const used = { ...chat, id: "c0", last_message_at: "2026-11-21T10:00:00Z" };
  expect(untouchedChat([], [used, chat], NO_DRAFTS)).toBe("c1");
  expect(untouchedChat([], [used], NO_DRAFTS)).toBeUndefined();
  expect(untouchedChat([], [{ ...chat, title: "Named" }], NO_DRAFTS)).toBeUndefined();
  expect(untouchedChat([], [chat], withContent(NO_DRAFTS, "c1", "a"))).toBeUndefined();
  expect(untouchedChat([], [chat], addToOutbox(NO_DRAFTS, "c1", entry))).toBeUndefined();
});

it("finds the chat that is being created before a listed one", () => {
  expect(untouchedChat(["c2"], [chat], NO_DRAFTS)).toBe("c2");
  expect(untouchedChat(["c2"], [chat], withContent(NO_DRAFTS, "c2", "a"))).toBe("c1");
});

it("finds the chat that was opened without a network before a listed one, and makes another when something is typed in it [chats.one-empty]", () => {
  const opened = withBox(NO_DRAFTS, "c3", { startsChat: true });
  expect(untouchedChat([], [chat], opened)).toBe("c3");
  expect(untouchedChat([], [chat], withContent(opened, "c3", "a"))).toBe("c1");
  expect(untouchedChat([], [], withBox(opened, "c3", { startsChat: false }))).toBeUndefined();
});

it("takes a chat for unused until something is said in it, or it is named [chats.one-empty]", () => {
  expect(isUnused(chat)).toBe(true);
  expect(isUnused({ ...chat, last_message_at: "2026-11-21T10:00:00Z" })).toBe(false);
  expect(isUnused({ ...chat, title: "Named" })).toBe(false);
  expect(isUnused({ ...chat, title: "" })).toBe(true);
});

it("makes the chats that were left before they were made [typing.new-chat] [typing.new-chat-offline]", () => {
  const coming = withBox(NO_DRAFTS, "c2", { isComing: true });
  expect(unmadeChats(coming, "/")).toEqual(["c2"]);
  expect(unmadeChats(coming, "/chats/c2")).toEqual(["c2"]);
  expect(unmadeChats(withBox(coming, "c2", { deletedAt: 1 }), "/")).toEqual([]);
  const opened = withBox(NO_DRAFTS, "c3", { startsChat: true });
  expect(unmadeChats(opened, "/")).toEqual([]);
  const typed = withContent(opened, "c3", "a");
  expect(unmadeChats(typed, "/")).toEqual(["c3"]);
  expect(unmadeChats(typed, "/chats/c3")).toEqual([]);
  expect(unmadeChats(addToOutbox(typed, "c3", { ...entry, chatId: "c3" }), "/")).toEqual([]);
  expect(unmadeChats(withContent(NO_DRAFTS, "c1", "a"), "/")).toEqual([]);
});
