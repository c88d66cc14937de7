import { describe, expect, test } from "vitest";
import { failedLink, isRecovery } from "#features/auth/link-rules.ts";

describe("an e-mailed link that did not work", () => {
  test("its text is read from the address", () => {
    const hash = "#error=access_denied&error_code=otp_expired&error_description=Link+has+expired";
    expect(failedLink(hash)).toBe("Link has expired");
  });

  test("it may have no text", () => {
    expect(failedLink("#error_code=otp_expired")).toBe("");
  });

  test.each(["", "#", "#main", "#access_token=1&type=recovery"])("%j is none", (hash) => {
    expect(failedLink(hash)).toBeUndefined();
  });
});

test.each([
  ["#access_token=1&type=recovery", true],
  ["#access_token=1&type=signup", false],
  ["#type=recovery", false],
  ["", false],
])("%j leads to a new password: %s", (hash, recovers) => {
  expect(isRecovery(hash)).toBe(recovers);
});
