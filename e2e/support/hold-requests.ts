import type { Page, Route } from "@playwright/test";

/** Lets the requests for an address wait. Returns what lets them go on, or end in another way. */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
  end = (route: Route) => route.continue(),
): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held.promise;
    // The page may have left meanwhile.
    await end(route).catch(() => undefined);
  });
  return held.resolve;
}
