import type { Page } from "@playwright/test";

type Watched = Window & { violations?: string[] };

/** Records content policy violations on every page opened from now on. */
export async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    (window as unknown as Watched).violations = seen;
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
    });
  });
}

/** The content policy violations since the page was opened. */
export const policyViolations = (page: Page) =>
  page.evaluate(() => (window as unknown as Watched).violations ?? ["not watched"]);

/** The layout shift since the page was opened, without shifts that follow an input. */
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

/** How often the page asks in 30 frames where its main area is. */
export const layoutReads = (page: Page) =>
  page.locator("main").evaluate(async (main) => {
    let reads = 0;
    main.getBoundingClientRect = () => {
      reads += 1;
      return Element.prototype.getBoundingClientRect.call(main);
    };
    for (let frame = 0; frame < 30; frame += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one frame after the other.
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    }
    return reads;
  });
