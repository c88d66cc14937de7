import { describe, expect, test, vi } from "vitest";
import { ERROR_CODES } from "#error-codes";
import type { FailureCode } from "#lib/functions-client.ts";
import {
  createFailure,
  FALLBACKS,
  type Notice,
  NOTICES,
  notify,
  showNotices,
  onNoticeWaiting,
  sendFailure,
} from "#lib/notices.ts";

const words = ({ title, description }: Notice) =>
  description === undefined ? title : `${title} / ${description}`;

test("the fallbacks when the server gives no text [notices.fallbacks]", () => {
  expect(FALLBACKS).toEqual({
    create_chat: "Failed to create chat",
    update_chat: "The chat could not be renamed.",
    update_instructions: "The instructions could not be saved.",
    start_chat: "Failed to start chat",
    send_message: "Failed to send message",
    search: "The search failed.",
    import_chats: "The import failed.",
  });
});

describe("the notice of a failure", () => {
  const codes: FailureCode[] = ["network", ...ERROR_CODES];
  const others = codes.filter((code) => code !== "membership_required");
  const says = new Set<FailureCode>(["rate_limited", "unauthenticated"]);
  const message = "The server's own text.";

  test.each(others)("a message that failed with %s shows the server's text", (code) => {
    expect(words(sendFailure({ code, message }, false))).toBe(`Error / ${message}`);
    expect(words(sendFailure({ code, message }, true))).toBe(`Error / ${message}`);
  });

  test.each(others)("a chat that was not created because of %s", (code) => {
    const shown = says.has(code) ? message : "Failed to create new chat";
    expect(words(createFailure({ code, message }))).toBe(`Error / ${shown}`);
  });

  test("a membership refusal names what was refused, whatever its text [notices.by-code]", () => {
    const refused = { code: "membership_required", message: "Bitte upgraden." } as const;
    expect(createFailure(refused)).toBe(NOTICES.membershipToCreate);
    expect(sendFailure(refused, true)).toBe(NOTICES.membershipToCreate);
    expect(sendFailure(refused, false)).toBe(NOTICES.membershipToSend);
  });

  test("another refusal that has the words of a membership refusal is not taken for one", () => {
    const quoting = { code: "conflict", message: "Active membership required" } as const;
    expect(createFailure(quoting)).toBe(NOTICES.createChatFailed);
    expect(sendFailure(quoting, true)).toEqual(NOTICES.sendFailed(quoting.message));
  });
});

test("a notice that comes before anyone listens waits, and is told of [notices.wait]", () => {
  const seen: Notice[] = [];
  let calls = 0;
  const stopCalling = onNoticeWaiting(() => calls++);
  notify(NOTICES.loggedIn);
  const stop = showNotices({ show: (notice) => seen.push(notice), end: () => {} });
  notify(NOTICES.chatCreated);
  stop();
  stopCalling();
  expect(seen).toEqual([NOTICES.loggedIn, NOTICES.chatCreated]);
  expect(calls).toBe(1);
});

test("a page that reloads before it could show its notices shows them afterwards, once, and nothing that is none [notices.wait]", async () => {
  const seen: Notice[] = [];
  const reload = () => {
    vi.resetModules();
    return import("#lib/notices.ts");
  };
  const before = await reload();
  before.notify(NOTICES.createChatFailed);
  before.notify(NOTICES.sendFailed("Slow down."));
  before.notify(NOTICES.chatDeleted({ press: () => {}, forMs: 1, onGone: () => {} }));
  before.keepWaiting();
  (await reload()).showNotices({ show: (notice) => seen.push(notice), end: () => {} });
  (await reload()).showNotices({ show: (notice) => seen.push(notice), end: () => {} });
  expect(seen).toEqual([NOTICES.createChatFailed, NOTICES.sendFailed("Slow down.")]);

  sessionStorage.setItem(before.WAITING_KEY, JSON.stringify(["toString", null, 1, {}]));
  (await reload()).showNotices({ show: (notice) => seen.push(notice), end: () => {} });
  expect(seen).toHaveLength(2);
});
