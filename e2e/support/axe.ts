import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds on the page as it is: each rule with the elements that break it. */
export async function violationsOn(page: Page): Promise<(string | string[])[][]> {
  // The other mode opens a page more for each look, which only frames of other sites would need.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations.map(({ help, nodes }) => [help, nodes.map(({ html }) => html)]);
}
