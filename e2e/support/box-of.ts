import { expect, type Locator } from "@playwright/test";

/** Where an element stands in the window, in pixels. Waits for it: what the page draws anew is away for a moment. */
export async function boxOf(locator: Locator) {
  let box = await locator.boundingBox();
  await expect
    .poll(async () => (box ??= await locator.boundingBox()), "It is not on the screen.")
    .not.toBeNull();
  if (box === null) throw new Error("It is not on the screen.");
  return box;
}

/** The same with its right and lower edges. */
export async function edgesOf(locator: Locator) {
  const box = await boxOf(locator);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}
