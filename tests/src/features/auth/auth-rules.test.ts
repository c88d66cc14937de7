import { describe, expect, test } from "vitest";
import {
  emailToPrefill,
  handOver,
  PASSWORD_MIN_LENGTH,
  passwordProblem,
  pathToReturn,
  readableText,
} from "#features/auth/auth-rules.ts";

test("a password has at least 6 characters [signup.password-length]", () => {
  expect(PASSWORD_MIN_LENGTH).toBe(6);
});

test.each([
  ["12345", "12345", "short"],
  ["12345", "different", "short"],
  ["123456", "123456", null],
  ["123456", "123457", "differs"],
  ["123456", "", "differs"],
  ["secret ", "secret", "differs"],
])("the passwords %j and %j: %s", (password, confirmation, problem) => {
  expect(passwordProblem(password, confirmation)).toBe(problem);
});

describe("where logging in leads", () => {
  test.each([
    ["nothing remembered", undefined, "/"],
    ["an empty state", {}, "/"],
    ["a chat", { from: "/chats/1" }, "/chats/1"],
    ["the settings", { from: "/settings/account" }, "/settings/account"],
    ["another site", { from: "https://example.com/" }, "/"],
    ["another site without a scheme", { from: "//example.com" }, "/"],
    ["another site by backslash", { from: "/\\example.com" }, "/"],
    ["the log-in screen itself", { from: "/login" }, "/"],
    ["the sign-up screen", { from: "/signup?x" }, "/"],
    ["no text", { from: 7 }, "/"],
    ["no object", "from", "/"],
  ])("%s [login.leads]", (_name, state, path) => {
    expect(pathToReturn(state)).toBe(path);
  });
});

describe("the router state between /login and /signup", () => {
  test("keeps the place and the e-mail when going to the other screen and back", () => {
    expect(handOver({ from: "/chats/1" }, "a@example.com")).toEqual({
      from: "/chats/1",
      email: "a@example.com",
    });
  });

  test("leaves the home screen out, as it is where logging in leads anyway", () => {
    expect(handOver({ from: "/" })).toEqual({});
  });

  test.each([
    [{ email: "a@example.com" }, "a@example.com"],
    [{ email: 7 }, ""],
    [null, ""],
  ])("the e-mail of %j", (state, email) => {
    expect(emailToPrefill(state)).toBe(email);
  });
});

describe("which failure texts are shown", () => {
  const api = (message: string, code?: string) => ({
    name: "AuthApiError",
    status: 400,
    code,
    message,
  });

  test.each([
    [
      "the service's words",
      api("Invalid login credentials", "invalid_credentials"),
      "Invalid login credentials",
    ],
    ["the words of a service that gives no codes", api("Not so fast"), "Not so fast"],
    ["words that look like markup", api("<3 characters", "weak_password"), "<3 characters"],
    ["a weak password", { ...api("Too weak"), name: "AuthWeakPasswordError" }, "Too weak"],
    [
      "a lost connection, in our words",
      { name: "AuthRetryableFetchError", status: 0, message: "Failed to fetch" },
      "The network could not be reached. Please try again.",
    ],
    [
      "a part of the page that could not be fetched, the same",
      { name: "ImportError" },
      "The network could not be reached. Please try again.",
    ],
  ])("%s", (_name, error, text) => {
    expect(readableText(error)).toBe(text);
  });

  test.each([
    ["an empty text", api("", "unexpected_failure")],
    ["blanks", api("  ", "unexpected_failure")],
    ["an object", api("{}")],
    ["a list", api("[]")],
    ["a page", api("<html>")],
    ["a bare status", { name: "AuthRetryableFetchError", status: 502, message: "HTTP 502" }],
    [
      "a failure inside the service",
      { name: "AuthRetryableFetchError", status: 500, message: "Database error saving new user" },
    ],
    ["a parser's words", { name: "AuthUnknownError", message: "Unexpected token '<'" }],
    ["a program error", new TypeError("x is not a function")],
    ["nothing", undefined],
  ])("%s gets the fallback [notices.auth-text]", (_name, error) => {
    expect(readableText(error)).toBeUndefined();
  });
});
