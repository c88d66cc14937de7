// `npm test`: every check there is. `npm test -- --only unit,e2e` runs some of them.
import { globSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ENGINES } from "../e2e/engines/engines.ts";
import { provideChromium, SHELL_FIRST } from "../e2e/support/chromium.ts";
import { makeEmptyDatabase } from "../e2e/support/empty-database.ts";
import { ROOT } from "../supabase/local/process/settings.ts";
import { buildApp, buildForEmbeddedBackend } from "../supabase/local/server/build.ts";
import { type Count, countPlaywright, countVitest, missingEngines } from "./report-rules.ts";
import { check, type Step, stopRunning, suite } from "./steps.ts";

const VITEST_REPORT = "test-results/vitest.json";

/** Builds what the suites run: the app, the functions' bundle for the embedded backend, and an empty database to copy. */
async function prepareApp(): Promise<void> {
  buildForEmbeddedBackend();
  await buildApp((line) => console.log(line));
  await makeEmptyDatabase();
}

/** A suite of Playwright: a project of its configuration. */
function journeys(name: string, title: string, project: string): Step {
  const report = `test-results/playwright-${project}.json`;
  return suite({
    name,
    title,
    command: ["playwright", "test", `--project=${project}`, `--output=test-results/${name}`],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(ROOT, report) },
    report,
    count: countPlaywright,
  });
}

/** They read the sources only, so they run side by side. */
const checks: Step[] = [
  check("format", "Format", "oxfmt", "--check"),
  check("lint", "Lint", "oxlint", "--type-aware", "--deny-warnings"),
  check("types", "Types", "tsc", "-p", "."),
  check("dead", "Dead code", "knip"),
  check(
    "deno",
    "Types of the functions, in Deno",
    "deno",
    "check",
    "--quiet",
    "--no-lock",
    "--node-modules-dir=manual",
    "--config=supabase/functions/deno.json",
    "supabase/local/functions/functions-host.ts",
    "tests/supabase/functions/worker-host.ts",
    ...globSync("supabase/functions/*/index.ts", { cwd: ROOT }),
  ),
];

/**
 * They run side by side, each with more workers than a small machine has cores: tests wait half of the time, for timers
 * and for other processes.
 */
const suites: Step[] = [
  suite({
    name: "unit",
    title: "Pages, rules, functions and database",
    command: [
      "vitest",
      "run",
      "--silent=passed-only",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${VITEST_REPORT}`,
    ],
    report: VITEST_REPORT,
    count: countVitest,
  }),
  journeys("browsers", "The main journeys in each installed browser", "engines"),
  journeys("e2e", "Journeys in a browser", "chromium"),
];

async function runStep({ title, run }: Step, isShown: boolean): Promise<Count> {
  const begun = Date.now();
  const count = await run(isShown);
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(
    `${count.failed === 0 ? "ok" : "FAILED"}: ${title}, ${count.passed} passed (${seconds} s)`,
  );
  return count;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  const wanted = values.only?.split(",");
  const names = [...checks, ...suites].map(({ name }) => name);
  const unknown = wanted?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(", ")}; choose from ${names.join(", ")}.`);
    return 1;
  }
  const isWanted = ({ name }: Step) => wanted?.includes(name) ?? true;
  const wantedSuites = suites.filter(isWanted);
  if (wantedSuites.some(({ name }) => name !== "unit")) await provideChromium(SHELL_FIRST);
  const checked = checks.filter(isWanted).map((step) => runStep(step, false));
  if (wantedSuites.length > 0) await prepareApp();
  // Two outputs at once cannot be read: the last suite shows its own as it comes, another one's comes when it has failed.
  const last = wantedSuites.at(-1);
  const tested = wantedSuites.map((step) => runStep(step, step === last));
  const counts = await Promise.all([...checked, ...tested]);
  if (wantedSuites.some(({ name }) => name === "browsers"))
    missingEngines(ENGINES).forEach((line) => console.log(line));
  const secondTries = counts.flatMap((count) => count.secondTries);
  if (secondTries.length > 0) {
    console.log(
      `\nThese passed at their second try only. Find out why:\n${secondTries.join("\n")}`,
    );
  }
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    stopRunning();
    process.exit(1);
  });
}
process.exit(await main());
