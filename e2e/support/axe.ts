import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Runs axe on the page and returns each broken rule with the elements that break it. */
export async function violationsOn(page: Page): Promise<(string | string[])[][]> {
  // Its script is 600 kB long, and the builder has the page read it twice for each run, also where it is there already.
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(new AxeBuilder({ page })["script"]());
  // What has only begun to appear is transparent, and axe takes an open dialog for none.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        // Nor does one end that follows how far its element is scrolled.
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
    // Of what passes, which is nearly everything, no list is made.
    .options({ resultTypes: ["violations"] })
    .analyze();
  return violations.map(({ help, nodes }) => [help, nodes.map(({ html }) => html)]);
}
