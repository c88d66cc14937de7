import { describe, expect, test } from "vitest";
import {
  checkMessage,
  EMPTY_MESSAGE,
  mailtoLink,
  toDraft,
} from "#features/support/support-rules.ts";

const full = { name: "Ada", email: "ada@example.com", subject: "Hi", message: "Hello" };

test.each([null, [], "x", { name: 1, message: {} }])(
  "a kept draft that reads %j is none",
  (stored) => {
    expect(toDraft(stored)).toEqual({});
  },
);

describe("checkMessage", () => {
  test("a complete form has no errors", () => {
    expect(checkMessage(full)).toEqual({});
  });

  test("every field is required, and blanks count as empty", () => {
    const fields = ["email", "message", "name", "subject"];
    expect(Object.keys(checkMessage(EMPTY_MESSAGE)).toSorted()).toEqual(fields);
    const blank = { name: " ", email: "\t", subject: "  ", message: "\n" };
    expect(Object.keys(checkMessage(blank)).toSorted()).toEqual(fields);
  });

  test.each([
    ["ada@example.com", true],
    [" ada@example.com ", true],
    ["a@b", true],
    ["ada", false],
    ["@example.com", false],
    ["ada@", false],
    ["ada@b@c", false],
    ["a da@example.com", false],
  ])("email %j is accepted: %s", (email, accepted) => {
    expect(Object.keys(checkMessage({ ...full, email }))).toEqual(accepted ? [] : ["email"]);
  });
});

describe("mailtoLink", () => {
  test("contains the whole message", () => {
    const link = mailtoLink("help@example.com", {
      name: " Ada & Co ",
      email: "ada@example.com",
      subject: "100% sure? #1",
      message: "First line\nsecond = ö 😀\r\nthird",
    });
    const url = new URL(link);
    expect(url.protocol + url.pathname).toBe("mailto:help@example.com");
    expect(url.searchParams.get("subject")).toBe("100% sure? #1");
    expect(url.searchParams.get("body")).toBe(
      "First line\r\nsecond = ö 😀\r\nthird\r\n\r\nAda & Co\r\nada@example.com",
    );
    expect(link).not.toMatch(/[+\s]/);
  });

  test("works for half a surrogate pair and an unusual address", () => {
    expect(mailtoLink("a?b&c@example.com", { ...full, message: "cut \ud83d" })).toBe(
      "mailto:a%3Fb%26c@example.com?subject=Hi&body=cut%20%EF%BF%BD%0D%0A%0D%0AAda%0D%0Aada%40example.com",
    );
  });
});
