import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chatQuery } from "#features/chat/data/chat-queries.ts";
import { notifyGone, turnNotice } from "#features/chat/sending/failure-notice.ts";
import { turnOfEntry } from "#features/chat/turns/turn-rules.ts";
import type { FailureCode } from "#lib/functions-client.ts";
import { NOTICES, showNotices } from "#lib/notices.ts";
import { queryClient as client } from "#lib/query-client.ts";
import { chat, message } from "../../../../support/chat-rows.ts";

const about = { userId: "u1", chatId: "c1" };
const { queryKey } = chatQuery(about.userId, about.chatId);
const notice = NOTICES.sendFailed("This chat has been deleted.");
let shown: unknown[] = [];
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  stop = showNotices({
    show: (wanted) => shown.push(wanted),
    end: (wanted) => (shown = shown.filter((it) => it !== wanted)),
  });
});
afterEach(() => {
  stop();
  client.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The database holds this chat. */
function databaseHolds(stored: ReturnType<typeof chat> | null) {
  client.setQueryData(queryKey, stored);
  vi.spyOn(client, "fetchQuery").mockResolvedValue(stored);
}

it("says that a chat was deleted until it is back, and follows it no longer than that is shown", async () => {
  databaseHolds(null);
  await notifyGone(about, notice);
  expect(shown).toStrictEqual([notice]);
  client.setQueryData(queryKey, chat());
  await vi.advanceTimersByTimeAsync(1);
  expect(shown).toStrictEqual([]);
  const followers = () => client.getQueryCache().find({ queryKey })?.getObserversCount();
  expect(followers()).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(followers()).toBe(0);
});

it("says nothing of a chat that is back already, and reads it again", async () => {
  databaseHolds(chat());
  await notifyGone(about, notice);
  expect(shown).toStrictEqual([]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});

describe("the notice for a message that got no reply", () => {
  const end = (code: FailureCode, saved: boolean, startsChat: boolean) => {
    const own = {
      messageId: "q",
      order: 0,
      answerId: "a",
      chatId: "c",
      content: "Hello",
      model: null,
      waitsFor: null,
    };
    const turn = { ...turnOfEntry({ ...own, startsChat }), question: saved ? message() : null };
    return turnNotice(turn, { reason: "It broke.", retryable: true, code, status: 0 });
  };

  it("has the server's text", () => {
    expect(end("provider_failed", true, false)).toMatchObject({
      title: "Error",
      description: "It broke.",
    });
  });

  it("of a membership refusal names what the message would have done", () => {
    const code = "membership_required";
    expect(end(code, false, true)).toBe(NOTICES.membershipToCreate);
    expect(end(code, false, false)).toBe(NOTICES.membershipToSend);
    expect(end(code, true, true)).toBe(NOTICES.membershipToSend);
  });
});
