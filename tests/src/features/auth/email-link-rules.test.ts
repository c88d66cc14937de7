import { expect, test } from "vitest";
import { readEmailLink } from "#features/auth/email-link-rules.ts";

const token = (claims: unknown) =>
  `h.${btoa(JSON.stringify(claims)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.s`;
const recovery = (of: string) => `#access_token=${of}&type=recovery`;
const ANN = "a0000000-0000-4000-8000-000000000001";
const BOB = "b0000000-0000-4000-8000-000000000001";

test.each(["", "#", "#main", "#type=recovery"])("the fragment %j is no e-mailed link", (hash) => {
  expect(readEmailLink(hash, undefined)).toBe("none");
});

test.each([
  "#error=access_denied&error_code=otp_expired&error_description=Link+has+expired",
  "#error_code=otp_expired",
  "#error=x&access_token=1&type=recovery",
])("%j did not work [login.link-failed]", (hash) => {
  expect(readEmailLink(hash, ANN)).toBe("failed");
});

test.each(["signup", "magiclink", "invite", "email_change", ""])(
  "a link of type %j signs nobody in",
  (type) => {
    expect(readEmailLink(`#access_token=${token({ sub: ANN })}&type=${type}`, undefined)).toBe(
      "confirmed",
    );
  },
);

test("a link for a new password works for a visitor and for the user it was sent to", () => {
  expect(readEmailLink(recovery(token({ sub: ANN })), undefined)).toBe("recovery");
  expect(readEmailLink(recovery(token({ sub: ANN, name: "~~~ÿ?" })), ANN)).toBe("recovery");
});

test.each([token({ sub: BOB }), token({}), token(null), "junk", "a.%%%.c", "a..c"])(
  "nobody is signed in by %j in place of somebody else [login.link-signs-nobody-in]",
  (of) => {
    expect(readEmailLink(recovery(of), ANN)).toBe("for another");
  },
);
