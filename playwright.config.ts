import { defineConfig } from "@playwright/test";
import { testChromium } from "./e2e/support/chromium.ts";

// The embedded sign-in service hashes each password for 90 ms; the tests' own need no protection.
process.env["LITE_AUTH_BCRYPT_COST"] = "4";

/**
 * Chromium opens two pages of its own for the popups of every window's address bar, which took two thirds of the
 * processor time of a short test. This list replaces Playwright's, so it repeats what pages can notice of that.
 */
const DISABLED_FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "AimEnabled",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  // A process that waits for the next page of a context, and most contexts have one page.
  "SpareRendererForSitePerProcess",
  "ThirdPartyStoragePartitioning",
];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/e2e",
  fullyParallel: true,
  // One more than the cores of a small machine: a page waits for its backend half of the time.
  workers: 3,
  // A second try hides nothing: `npm test` names each test that needed one, with its first failure.
  retries: 1,
  // Bounds for a machine four times slower than an idle one with two cores.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_FILE"] ? [["line"], ["json"]] : "list",
  projects: [
    { name: "chromium", testIgnore: "**/e2e/engines/**" },
    // All journeys share one product and one browser of each kind.
    { name: "engines", testMatch: "**/e2e/engines/*.spec.ts", fullyParallel: false, workers: 1 },
  ],
  use: {
    browserName: "chromium",
    // Without it, what cannot be clicked is waited for until the whole test has taken too long.
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    trace: "on-first-retry",
    // Without it drawing takes a fifth of a test's processor time. Tests of motion ask for it.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...testChromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-features=${DISABLED_FEATURES.join(",")}`,
      ],
    },
  },
});
