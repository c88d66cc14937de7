import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Runs axe on the page and returns each broken rule with the elements that break it. */
export async function violationsOn(page: Page): Promise<(string | string[])[][]> {
  // The builder would evaluate its script of 600 kB twice for each run, also where it is there already.
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(new AxeBuilder({ page })["script"]());
  // What has only begun to appear is transparent, and axe takes an open dialog for none.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // An animation that follows a scroll position never ends.
        .filter(
          ({ effect, timeline }) =>
            timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
        )
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  // The default mode opens another page for each run, which only frames of other origins need.
  const { violations } = await new AxeBuilder({ page, axeSource: "undefined" })
    .setLegacyMode()
    // Without a list of what passes, which is nearly everything.
    .options({ resultTypes: ["violations"] })
    .analyze();
  return violations.map(({ help, nodes }) => [help, nodes.map(({ html }) => html)]);
}
