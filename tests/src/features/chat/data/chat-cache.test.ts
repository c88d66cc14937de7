import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import type { Chat, Message } from "#contract";
import {
  moveUp,
  noteMembership,
  removeCachedChat,
  upsertChanged,
  upsertChat,
  upsertMessages,
} from "#features/chat/data/chat-cache.ts";
import {
  type ChatPages,
  chatQuery,
  chatsQuery,
  messagesKey,
} from "#features/chat/data/chat-queries.ts";
import { NEWEST } from "#features/chat/data/message-pages-rules.ts";
import { membershipKey, type MembershipState } from "#lib/membership.ts";
import { queryClient as client } from "#lib/query-client.ts";
import { chat, message, replyTo } from "../../../../support/chat-rows.ts";
import { membershipRow as row } from "../../../../support/membership-row.ts";

const USER = "00000000-0000-4000-8000-0000000000aa";
const at = "2026-11-21T08:00:02+00:00";
const stored = chat({ title: "From home", last_message_at: at });
const asked = (created_at = at) => message({ chat_id: stored.id, created_at });

beforeEach(() => client.clear());

/** The page's list of chats was read after the chat was stored. */
function listHolds(...chats: Chat[]) {
  const pages = [{ chats, full: false }];
  client.setQueryData(chatsQuery(USER).queryKey, { pages, pageParams: [null] });
}

it("shows a new chat that is in the list, though it was read by itself before the server had it [failed.uncertain]", () => {
  listHolds(stored);
  const { queryKey } = chatQuery(USER, stored.id);
  client.setQueryData(queryKey, null);
  moveUp(USER, asked());
  expect(client.getQueryData(queryKey)).toStrictEqual(stored);
});

it("reads a new chat again when a read from before the server had it ends late [failed.uncertain]", async () => {
  listHolds(stored);
  const { queryKey } = chatQuery(USER, stored.id);
  const early = Promise.withResolvers<Chat | null>();
  const queryFn = vi.fn<() => Promise<Chat | null>>(() => early.promise);
  const leave = new QueryObserver(client, { queryKey, queryFn, staleTime: 0 }).subscribe(() => {});
  queryFn.mockResolvedValue(stored);
  moveUp(USER, asked());
  early.resolve(null);
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(queryFn).toHaveBeenCalledTimes(2);
  expect(client.getQueryData(queryKey)).toStrictEqual(stored);
  leave();
});

it("shows a chat as a repeated read of the list has it, also when what this page knew of it was older", async () => {
  listHolds({ ...stored, title: null });
  const { queryKey } = chatsQuery(USER);
  const early = Promise.withResolvers<ChatPages>();
  const queryFn = vi.fn<() => Promise<ChatPages>>(() => early.promise);
  const leave = new QueryObserver(client, { queryKey, queryFn, staleTime: 0 }).subscribe(() => {});
  const renamed = { ...stored, title: "Renamed elsewhere" };
  const fresh = { pages: [{ chats: [renamed], full: false }], pageParams: [null] };
  queryFn.mockResolvedValue(fresh);
  upsertChat(USER, stored);
  expect(client.getQueryData(queryKey)?.pages[0]?.chats).toStrictEqual([stored]);
  early.resolve({ pages: [{ chats: [], full: false }], pageParams: [null] });
  await expect.poll(() => queryFn.mock.calls.length).toBe(2);
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(client.getQueryData(queryKey)).toStrictEqual(fresh);
  leave();
});

it("moves a chat to the time of its newest message, and never back", () => {
  const older = { ...stored, last_message_at: "2026-11-21T08:00:01+00:00" };
  listHolds(older);
  const { queryKey } = chatQuery(USER, stored.id);
  client.setQueryData(queryKey, older);
  moveUp(USER, asked());
  expect(client.getQueryData(queryKey)).toStrictEqual(stored);
  moveUp(USER, asked("2026-11-21T08:00:01.5+00:00"));
  expect(client.getQueryData(queryKey)).toStrictEqual(stored);
});

it("notes when a chat was answered last, and not when a question was asked there", () => {
  listHolds(stored);
  const { queryKey } = chatQuery(USER, stored.id);
  client.setQueryData(queryKey, stored);
  const question = asked("2026-11-21T08:00:03+00:00");
  moveUp(USER, question);
  expect(client.getQueryData(queryKey)).toMatchObject({ last_answer_at: null });
  const reply = replyTo(question);
  moveUp(USER, reply);
  expect(client.getQueryData(queryKey)).toMatchObject({ last_answer_at: reply.created_at });
});

it("reads a chat, and the list, that are cached without the first message and the title it has given [chats.title]", async () => {
  const empty = { ...stored, title: null, last_message_at: null };
  listHolds(empty);
  const { queryKey } = chatQuery(USER, stored.id);
  client.setQueryData(queryKey, empty);
  const queryFn = vi.fn<() => Promise<Chat | null>>().mockResolvedValue(stored);
  const options = { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY };
  const leave = new QueryObserver(client, options).subscribe(() => {});
  moveUp(USER, asked());
  await expect.poll(() => client.getQueryData(queryKey)).toStrictEqual(stored);
  expect(client.getQueryState(chatsQuery(USER).queryKey)?.isInvalidated).toBe(true);
  leave();
});

it("knows that a deleted chat is gone, also when the response to an earlier change of it comes late [chats.delete]", async () => {
  listHolds(stored);
  const { queryKey } = chatQuery(USER, stored.id);
  upsertChanged(USER, stored);
  const early = Promise.withResolvers<Chat | null>();
  const queryFn = vi.fn<() => Promise<Chat | null>>(() => early.promise);
  const leave = new QueryObserver(client, { queryKey, queryFn, staleTime: 0 }).subscribe(() => {});
  queryFn.mockResolvedValue(null);
  removeCachedChat(USER, stored.id);
  upsertChanged(USER, { ...stored, title: "Renamed" });
  early.resolve(stored);
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(client.getQueryData(queryKey)).toBe(null);
  expect(client.getQueryData(chatsQuery(USER).queryKey)?.pages[0]?.chats).toStrictEqual([]);
  leave();
});

it("keeps a message that is put into a chat, though a read from before that ends late", async () => {
  const queryKey = messagesKey(USER, stored.id);
  const holding = (...messages: Message[]) => {
    return { pages: [{ messages, full: false }], pageParams: [NEWEST] };
  };
  const put = asked();
  client.setQueryData(queryKey, holding());
  const early = Promise.withResolvers<unknown>();
  const queryFn = vi.fn<() => Promise<unknown>>(() => early.promise);
  const leave = new QueryObserver(client, { queryKey, queryFn, staleTime: 0 }).subscribe(() => {});
  queryFn.mockResolvedValue(holding(put));
  const isPut = upsertMessages(USER, stored.id, [put]);
  expect(client.getQueryData(queryKey)).toStrictEqual(holding(put));
  early.resolve(holding());
  await isPut;
  expect(queryFn).toHaveBeenCalledTimes(2);
  expect(client.getQueryData(queryKey)).toStrictEqual(holding(put));
  leave();
});

/** Shows a membership, has the server take a message or refuse it, and returns how often the membership is read then. */
function readsAfter(shown: MembershipState | undefined, isActive: boolean): number {
  const queryKey = membershipKey(USER);
  const queryFn = vi.fn<() => Promise<MembershipState>>(() => new Promise(() => undefined));
  if (shown !== undefined) client.setQueryData(queryKey, shown);
  const observer = new QueryObserver(client, { queryKey, queryFn, enabled: shown !== undefined });
  const unsubscribe = observer.subscribe(() => undefined);
  noteMembership(USER, isActive);
  unsubscribe();
  return queryFn.mock.calls.length;
}

it.each([
  ["a trial", row("trial"), 1, 0],
  ["no row", null, 1, 0],
  ["an expired one", row("expired"), 1, 0],
  ["one whose end has passed", row("active", "2026-01-01T00:00:00Z"), 1, 0],
  ["an active one", row("active"), 0, 1],
  ["none that has been read yet", undefined, 0, 0],
])(
  "a page that shows %s as the membership reads it again only if an accepted or refused message contradicts it [sidebar.footer]",
  (_, shown, accepted, refused) => {
    expect([true, false].map((is) => readsAfter(shown, is))).toEqual([accepted, refused]);
  },
);
