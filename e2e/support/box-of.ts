import type { Locator } from "@playwright/test";

/** Where an element is on the page, in pixels. Throws when it is not on the screen. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("It is not on the screen.");
  return box;
}
