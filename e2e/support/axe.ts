import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Runs axe on the page and returns each broken rule with the elements that break it. */
export async function violationsOn(page: Page): Promise<(string | string[])[][]> {
  // The default mode opens another page for each run, which only frames of other origins need.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Of what passes, which is nearly everything, no list is made.
    .options({ resultTypes: ["violations"] })
    .analyze();
  return violations.map(({ help, nodes }) => [help, nodes.map(({ html }) => html)]);
}
