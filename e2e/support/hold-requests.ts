import type { Page } from "@playwright/test";

/** Lets the requests for an address wait. Returns what lets them go on. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    // The page may have left meanwhile.
    await route.continue().catch(() => undefined);
  });
  return held.resolve;
}
