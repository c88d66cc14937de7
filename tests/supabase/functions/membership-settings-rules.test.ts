import { describe, expect, it } from "vitest";
import { readMembershipSettings } from "../../../supabase/functions/membership_webhook/settings-rules.ts";

describe("the settings of memberships", () => {
  const settings = (values: Record<string, string>) =>
    readMembershipSettings((name) => values[name]);

  it("are those without a secret when nothing is set, and nothing needs mending", () => {
    expect(settings({})).toEqual({
      verifiers: [],
      products: undefined,
      graceDays: 3,
      problems: [],
    });
  });

  it("take several secrets and products, separated by commas", () => {
    const { verifiers, products, problems } = settings({
      MEMBERSHIP_WEBHOOK_SECRET: " ws_one, whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw ,,",
      MEMBERSHIP_PRODUCT_IDS: "prod_1, prod_2,",
    });
    expect(verifiers).toHaveLength(2);
    expect(products).toEqual(new Set(["prod_1", "prod_2"]));
    expect(problems).toEqual([]);
  });

  it("name a secret that cannot be used by its place, and never show it", () => {
    const { verifiers, problems } = settings({
      MEMBERSHIP_WEBHOOK_SECRET: "ws_one,whsec_!!!,whsec_",
      MEMBERSHIP_PRODUCT_IDS: "prod_1",
    });
    expect(verifiers).toHaveLength(1);
    expect(problems).toEqual([
      expect.stringMatching(/^MEMBERSHIP_WEBHOOK_SECRET: secret 2 of 3 cannot be used/),
      expect.stringMatching(/^MEMBERSHIP_WEBHOOK_SECRET: secret 3 of 3 cannot be used/),
    ]);
    expect(problems.join()).not.toContain("!!!");
  });

  it("warn that every product counts when there is a secret and no product", () => {
    expect(settings({ MEMBERSHIP_WEBHOOK_SECRET: "ws_one" }).problems).toEqual([
      expect.stringContaining("MEMBERSHIP_PRODUCT_IDS is not set"),
    ]);
  });

  it.each([
    ["0", 0, 0],
    ["14", 14, 0],
    ["", 3, 0],
    ["-1", 3, 1],
    ["soon", 3, 1],
    ["1.5", 3, 1],
  ])("read '%s' as %d days of grace, with %d warnings", (value, days, warnings) => {
    const { graceDays, problems } = settings({ MEMBERSHIP_GRACE_DAYS: value });
    expect([graceDays, problems.length]).toEqual([days, warnings]);
  });
});
