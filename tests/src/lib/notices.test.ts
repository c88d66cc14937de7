import { describe, expect, test, vi } from "vitest";
import { ERROR_CODES } from "#error-codes";
import { FALLBACKS } from "#lib/fallbacks.ts";
import type { FailureCode } from "#lib/functions-client.ts";
import { createFailure, NOTICES, onNotice, sendFailure } from "#lib/notices.ts";
import { type Notice, notify, onNoticeWaiting } from "#lib/notify.ts";
import { MESSAGE_LIMIT } from "#text-rules";

const words = ({ title, description }: Notice) =>
  description === undefined ? title : `${title} / ${description}`;

describe("the error catalogue", () => {
  test.each([
    [NOTICES.loadChatsFailed, "Error / Failed to load chats"],
    [NOTICES.loadMessagesFailed, "Error / Failed to load messages"],
    [NOTICES.createChatFailed, "Error / Failed to create new chat"],
    [NOTICES.deleteChatFailed, "Error / Failed to delete chat"],
    [NOTICES.sendFailed(), "Error / Failed to send message"],
    [NOTICES.sendFailed("Slow down."), "Error / Slow down."],
    [
      NOTICES.membershipToCreate,
      "Membership Required / You need an active membership to create chats. Please upgrade your account.",
    ],
    [
      NOTICES.membershipToSend,
      "Membership Required / You need an active membership to send messages. Please upgrade your account.",
    ],
    [NOTICES.loginFailed(), "Login failed / Invalid credentials"],
    [NOTICES.loginFailed("No such person"), "Login failed / No such person"],
    [NOTICES.signupFailed(), "Sign up failed / Something went wrong"],
    [NOTICES.signupFailed("Already there"), "Sign up failed / Already there"],
    [NOTICES.filesNotText, "Nothing added / Only text files in UTF-8 can be added."],
    [
      NOTICES.filesTooLong,
      `Nothing added / Files may have ${MESSAGE_LIMIT.toLocaleString("en-US")} characters together.`,
    ],
    [NOTICES.filesEmpty, "Nothing added / There is no text in it."],
    [NOTICES.filesUnreadable, "Nothing added / The file could not be read."],
    [NOTICES.passwordsDiffer, "Passwords don't match / Please make sure your passwords match"],
    [NOTICES.emailDiffers, "Email doesn't match / Please enter your exact email address"],
    [NOTICES.wrongPassword, "Invalid password / Please enter your correct password"],
    [NOTICES.verifyPasswordFailed, "Error / Failed to verify password"],
    [NOTICES.scheduleDeletionFailed, "Error / Failed to schedule account deletion"],
    [
      NOTICES.quizFailed(3),
      "Quiz failed / You scored 3/4. You need 4/4 to proceed. Please retake the quiz.",
    ],
  ])("%o", (notice, text) => {
    expect(words(notice)).toBe(text);
    expect(notice.tone).toBe("error");
  });

  test("the fallbacks when the server gives no text [notices.fallbacks]", () => {
    expect(FALLBACKS).toEqual({
      create_chat: "Failed to create chat",
      update_chat: "The chat could not be renamed.",
      start_chat: "Failed to start chat",
      send_message: "Failed to send message",
      search: "The search failed.",
    });
  });
});

describe("the success toasts", () => {
  test.each([
    [NOTICES.loggedIn, "Welcome back!"],
    [NOTICES.accountCreated, "Account created! / Please check your email to verify your account."],
    [NOTICES.chatCreated, "New chat created"],
    [NOTICES.chatDeleted({ press() {}, forMs: 8_000, onGone() {} }), "Chat deleted"],
    [NOTICES.conversationCopied, "Conversation copied"],
    [NOTICES.replyCopied, "Reply copied"],
    [
      NOTICES.deletionScheduled,
      "Account deletion scheduled / Your account will be deleted within 24 hours",
    ],
    [NOTICES.colorUpdated, "Color updated / Your chat theme has been updated"],
    [NOTICES.safetyUpdated, "Settings updated / Your safety settings have been saved"],
  ])("%o", (notice, text) => {
    expect(words(notice)).toBe(text);
    expect(notice.tone).toBe("success");
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
  const stop = onNotice((notice) => seen.push(notice));
  notify(NOTICES.chatCreated);
  stop();
  stopCalling();
  expect(seen).toEqual([NOTICES.loggedIn, NOTICES.chatCreated]);
  expect(calls).toBe(1);
});

test("a page that reloads before it could show its notices shows them afterwards, once, and nothing that is none [notices.wait]", async () => {
  const seen: Notice[] = [];
  const reload = async () => {
    vi.resetModules();
    return {
      ...(await import("#lib/notify.ts")),
      ...(await import("#lib/notices.ts")),
    };
  };
  const before = await reload();
  before.notify("createChatFailed");
  before.notify(NOTICES.sendFailed("Slow down."));
  before.notify(NOTICES.chatDeleted({ press: () => {}, forMs: 1, onGone: () => {} }));
  before.keepWaiting();
  (await reload()).onNotice((notice) => seen.push(notice));
  (await reload()).onNotice((notice) => seen.push(notice));
  expect(seen).toEqual([NOTICES.createChatFailed, NOTICES.sendFailed("Slow down.")]);

  sessionStorage.setItem(before.WAITING_KEY, JSON.stringify(["toString", null, 1, {}]));
  (await reload()).onNotice((notice) => seen.push(notice));
  expect(seen).toHaveLength(2);
});

test("a notice that was asked for by its name comes with its text", () => {
  const seen: Notice[] = [];
  const stop = onNotice((notice) => seen.push(notice));
  notify("linkFailed");
  notify("sendFailed");
  stop();
  expect(seen).toEqual([NOTICES.linkFailed, NOTICES.sendFailed()]);
});
