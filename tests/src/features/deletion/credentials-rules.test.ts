import { expect, test } from "vitest";
import { mayContinue } from "#features/deletion/credentials-rules.ts";

const own = "ada@example.com";

test.each([
  [own, "x", true],
  [own, " ", true],
  [own, "", false],
  ["Ada@example.com", "x", false],
  ["ada@example.co", "x", false],
  ["ada@example.com ", "x", false],
  ["", "", false],
])("Continue with %j and password %j: %s [deletion.credentials]", (email, password, open) => {
  expect(mayContinue({ email, password }, own)).toBe(open);
});
