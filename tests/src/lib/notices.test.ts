import { describe, expect, test } from "vitest";
import {
  createFailure,
  FALLBACKS,
  type Notice,
  NOTICES,
  notify,
  onNotice,
  onNoticeWaiting,
  sendFailure,
} from "#lib/notices.ts";

const REFUSAL = "Active membership required";
const words = ({ title, description }: Notice) =>
  description === undefined ? title : `${title} / ${description}`;

/** SPEC 8, row by row. */
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
    [NOTICES.noAccessToken, "Error / No authentication token found"],
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

  test("the fallbacks when the server gives no text", () => {
    expect(FALLBACKS).toEqual({
      create_chat: "Failed to create chat",
      start_chat: "Failed to start chat",
      send_message: "Failed to send message",
    });
  });
});

describe("the success toasts", () => {
  test.each([
    [NOTICES.loggedIn, "Welcome back!"],
    [NOTICES.accountCreated, "Account created! / Please check your email to verify your account."],
    [NOTICES.chatCreated, "New chat created"],
    [NOTICES.chatDeleted, "Chat deleted"],
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

describe("which words a failure gets (DESIGN 3.12)", () => {
  test("a failed creation has its own words, whatever the server said", () => {
    expect(createFailure("Too many chats")).toBe(NOTICES.createChatFailed);
  });

  test("a failed message shows the server's text", () => {
    expect(words(sendFailure("Too many messages", false))).toBe("Error / Too many messages");
  });

  test("a membership refusal names what was refused", () => {
    expect(createFailure(`${REFUSAL}.`)).toBe(NOTICES.membershipToCreate);
    expect(sendFailure(REFUSAL, true)).toBe(NOTICES.membershipToCreate);
    expect(sendFailure(`Sorry: ${REFUSAL}`, false)).toBe(NOTICES.membershipToSend);
  });
});

test("a notice that comes before anyone listens waits, and is told of", () => {
  const seen: Notice[] = [];
  let calls = 0;
  const stopCalling = onNoticeWaiting(() => calls++);
  notify(NOTICES.loggedIn);
  const stop = onNotice((notice) => seen.push(notice));
  notify(NOTICES.chatDeleted);
  stop();
  stopCalling();
  expect(seen).toEqual([NOTICES.loggedIn, NOTICES.chatDeleted]);
  expect(calls).toBe(1);
});
