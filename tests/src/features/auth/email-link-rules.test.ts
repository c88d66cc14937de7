import { expect, test } from "vitest";
import { readEmailLink } from "#features/auth/email-link-rules.ts";

const token = (claims: unknown) =>
  `h.${btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.s`;
const ANN = "a0000000-0000-4000-8000-000000000001";
const BOB = "b0000000-0000-4000-8000-000000000001";
const ANNS_TOKEN = token({ sub: ANN });
const recovery = (accessToken: string) =>
  `#access_token=${accessToken}&refresh_token=again&type=recovery`;
const read = (hash: string, signedIn?: string, search = "") =>
  readEmailLink({ hash, search }, signedIn);

test.each(["", "#", "#main", "#type=recovery"])("%j is not read as an emailed link", (hash) => {
  expect(read(hash)).toEqual({ type: "none" });
});

test.each([
  "#error=access_denied&error_code=otp_expired&error_description=Link+has+expired",
  "#error_code=otp_expired",
  "#error=x&access_token=1&type=recovery",
  `#access_token=${ANNS_TOKEN}&type=recovery`,
])("%j is read as a link that did not work [login.link-failed]", (hash) => {
  expect(read(hash, ANN)).toEqual({ type: "expired" });
});

test.each(["signup", "magiclink", "invite", "email_change", ""])(
  "a link of type %j confirms an address and signs nobody in",
  (type) => {
    expect(read(`#access_token=${ANNS_TOKEN}&refresh_token=again&type=${type}`)).toEqual({
      type: "confirmed",
    });
  },
);

test.each([
  ["?access_token=1&refresh_token=2&type=recovery", ""],
  ["?access_token=1&refresh_token=2&expires_in=3600&token_type=bearer", ""],
  ["?refresh_token=2", ""],
  ["", "#refresh_token=2&type=recovery"],
])("tokens in the query %j and the fragment %j are ignored", (search, hash) => {
  expect(read(hash, undefined, search)).toEqual({ type: "ignored" });
  expect(read(hash, ANN, search)).toEqual({ type: "ignored" });
});

test("a link for a new password is read for a visitor and for its own signed-in account", () => {
  const expected = { type: "recovery", accessToken: ANNS_TOKEN, refreshToken: "again" };
  expect(read(recovery(ANNS_TOKEN))).toEqual(expected);
  expect(read(recovery(ANNS_TOKEN), ANN)).toEqual(expected);
  const odd = token({ sub: ANN, name: "~~~ÿ?" });
  expect(read(recovery(odd), ANN)).toEqual({ ...expected, accessToken: odd });
});

test.each([token({ sub: BOB }), token({}), token(null), "junk", "a.%%%.c", "a..c"])(
  "a link with the token %j is read as another account's while Ann is signed in [login.link-signs-nobody-in]",
  (accessToken) => {
    expect(read(recovery(accessToken), ANN)).toEqual({ type: "for-another-account" });
  },
);
