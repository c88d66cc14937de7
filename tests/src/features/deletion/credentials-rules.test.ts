import { expect, test } from "vitest";
import { emailMatches, mayContinue } from "#features/deletion/credentials-rules.ts";

const own = "ada@example.com";

test.each([
  ["ada@example.com", true],
  ["Ada@example.com", false],
  ["ada@example.co", false],
  ["ada@example.com ", false],
  ["", false],
])("%j is the person's own email: %s", (typed, matches) => {
  expect(emailMatches(typed, own)).toBe(matches);
});

test.each([
  [own, "x", true],
  [own, " ", true],
  [own, "", false],
  ["bob@example.com", "x", false],
  ["", "", false],
])("Continue with %j and password %j: %s [deletion.credentials]", (email, password, open) => {
  expect(mayContinue({ email, password }, own)).toBe(open);
});
