import { expect, it } from "vitest";
import { secretKey } from "../../../supabase/functions/_shared/endpoint/secret-key-rules.ts";

const keyIn = (variables: Record<string, string>) => secretKey((name) => variables[name]);
const LEGACY = { SUPABASE_SERVICE_ROLE_KEY: "legacy" };

it.each([
  ["the default key", '{"other":"sb_secret_b","default":"sb_secret_a"}', "sb_secret_a"],
  ["the first key when none is the default", '{"other":"sb_secret_b"}', "sb_secret_b"],
  ["the legacy key when there are no others", "{}", "legacy"],
  ["the legacy key when the others cannot be read", "sb_secret_a", "legacy"],
  ["the legacy key when the others are not text", '{"default":1}', "legacy"],
])("takes %s", (_, SUPABASE_SECRET_KEYS, expected) => {
  expect(keyIn({ ...LEGACY, SUPABASE_SECRET_KEYS })).toBe(expected);
});

it("takes the legacy key of an older project, and none where there is none", () => {
  expect(keyIn(LEGACY)).toBe("legacy");
  expect(keyIn({})).toBeUndefined();
});
