import { expect, it } from "vitest";
import { replaySettings } from "../../../supabase/local/replay-events.ts";

it("an operator is told which products count and how long a renewal is awaited, and what to mend", () => {
  const env = { MEMBERSHIP_PRODUCT_IDS: "prod_1,prod_2", MEMBERSHIP_GRACE_DAYS: "soon" };
  expect(replaySettings(env, false)).toEqual({
    settings: { products: new Set(["prod_1", "prod_2"]), graceDays: 3 },
    lines: [
      expect.stringContaining("MEMBERSHIP_GRACE_DAYS must be") as string,
      "Memberships of these products count: prod_1, prod_2.",
      "A renewal is awaited for 3 days.",
    ],
  });
});

it("events are not replayed without products, unless every product shall count", () => {
  expect(() => replaySettings({}, false)).toThrow("MEMBERSHIP_PRODUCT_IDS is not set");
  const { settings, lines } = replaySettings({ MEMBERSHIP_PRODUCT_IDS: "prod_1" }, true);
  expect(settings.products).toBeUndefined();
  expect(lines).toContain("Memberships of every product count.");
});
