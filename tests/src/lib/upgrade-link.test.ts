import { expect, test } from "vitest";
import { upgradeLink } from "#lib/env.ts";

const CHECKOUT = "https://pay.example.com/checkout/plan_1/?d2c=true";

test("the upgrade link names the signed-in person in the checkout's metadata [product.upgrade]", () => {
  const url = new URL(upgradeLink("ada", CHECKOUT));
  expect(url.origin + url.pathname).toBe("https://pay.example.com/checkout/plan_1/");
  expect([...url.searchParams]).toEqual([
    ["d2c", "true"],
    ["metadata[member]", "ada"],
  ]);
});

test("the upgrade link puts the person where the configured address has a place for them", () => {
  const address = "https://pay.example.com/for/{member}?again={member}";
  expect(upgradeLink("ada", address)).toBe("https://pay.example.com/for/ada?again=ada");
  expect(upgradeLink(null, address)).toBe("https://pay.example.com/for/?again=");
});

test("the upgrade link names no visitor, and stays as it is when it is no address", () => {
  expect(upgradeLink(null, CHECKOUT)).toBe(CHECKOUT);
  expect(upgradeLink("ada", "#plans")).toBe("#plans");
});
