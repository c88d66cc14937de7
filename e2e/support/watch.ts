import type { Page } from "@playwright/test";

type Watched = Window & { violations?: string[] };

/** Notes from now on what the content policy stops on the page. */
export async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    (window as unknown as Watched).violations = seen;
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
    });
  });
}

/** What the content policy has stopped since the page was opened. */
export const policyViolations = (page: Page) =>
  page.evaluate(() => (window as unknown as Watched).violations ?? ["not watched"]);

/** The sum of what moved without the person's doing since the page was opened. */
export const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
        new PerformanceObserver((list, observer) => {
          observer.disconnect();
          const shifts = (list.getEntries() as Shift[]).filter((shift) => !shift.hadRecentInput);
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: "layout-shift", buffered: true });
        // Nothing is reported when nothing moved.
        setTimeout(() => resolve(0), 200);
      }),
  );
