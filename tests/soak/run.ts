import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { provideChromium } from "../../e2e/support/chromium.ts";
import { ROOT } from "../../supabase/local/process/settings.ts";
import { NO_BROKEN_INVARIANT } from "../support/database/invariants.ts";
import { startPostgres } from "../support/database/postgres.ts";
import { startScriptedProvider } from "../support/providers/scripted-provider.ts";
import { wholeReplyTo } from "./ledger.ts";
import { runPageStorm } from "./page-storm.ts";
import { runScale } from "./scale/scale.ts";
import { type SoakResult, runScenario } from "./scenario.ts";

/**
 * `npm run soak [-- --page [--seed N] | --scale [--rows N]]`: what is too long for `npm test`, all of it or one part.
 * SOAK_SECONDS (20) is how long each kind of traffic lasts, `--rows` how many messages the scale is measured with, `--seed`
 * decides what is done on the page. Exits with 1 when a promise was broken.
 */
const { values: wanted } = parseArgs({
  options: {
    page: { type: "boolean", default: false },
    seed: { type: "string" },
    scale: { type: "boolean", default: false },
    rows: { type: "string", default: "200000" },
  },
});
const isAll = !wanted.page && !wanted.scale;
const rows = Number(wanted.rows);
if (!Number.isInteger(rows) || rows <= 0) throw new Error(`--rows ${wanted.rows} is no number.`);
const seconds = Number(process.env["SOAK_SECONDS"] || 20);
const say = (line: string) => console.log(`  ${line}`);

// Ends what was started when the soak is ended.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

if (isAll || wanted.page) await provideChromium();
const holds: boolean[] = [];
if (isAll) await part(holdsUnderTraffic);
if (isAll || wanted.page) await part(survivesPages);
if (isAll || wanted.scale) await part(holdsAtScale);
if (isAll) await part(passesAtFullLength);
process.exit(holds.every(Boolean) ? 0 : 1);

/** Notes whether a part holds, and says how long it took. One that throws does not stop the others. */
async function part(run: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now();
  try {
    holds.push(await run());
  } catch (error) {
    console.error(error);
    holds.push(false);
  }
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  say(`${holds.at(-1) ? "holds" : "DOES NOT HOLD"}, after ${minutes} minutes`);
}

async function startProviders() {
  const providers = await startScriptedProvider();
  providers.script({ text: wholeReplyTo, pieceCharacters: 16, pieceMs: 15 });
  return providers;
}

/** Runs something on the embedded database and on PostgreSQL. Returns whether all promises held on both. */
async function onBothDatabases(
  title: string,
  run: (on: {
    providers: Awaited<ReturnType<typeof startProviders>>;
    databaseUrl: string | undefined;
  }) => Promise<SoakResult>,
): Promise<boolean> {
  const server = await startPostgres();
  const kinds = [
    { name: "the embedded database", databaseUrl: undefined },
    { name: "PostgreSQL", databaseUrl: await server.createDatabase("soak") },
  ];
  let isSound = true;
  for (const { name, databaseUrl } of kinds) {
    console.log(`${title}, on ${name}`);
    // Each has its own: what they are scripted to do changes.
    const providers = await startProviders();
    isSound = report(await run({ providers, databaseUrl })) && isSound;
    await providers.stop();
  }
  await server.stop();
  return isSound;
}

function holdsUnderTraffic(): Promise<boolean> {
  return onBothDatabases("The running product", (on) => runScenario({ ...on, seconds, say }));
}

function survivesPages(): Promise<boolean> {
  const seed = Number(wanted.seed ?? Date.now() % 1_000_000);
  return onBothDatabases(`Members who use the page by chance (--seed ${seed})`, (on) =>
    runPageStorm({ ...on, seconds, seed, say }),
  );
}

async function holdsAtScale(): Promise<boolean> {
  console.log(`PostgreSQL with about ${rows.toLocaleString("en-US")} messages`);
  return runScale(rows, say);
}

function passesAtFullLength(): boolean {
  console.log("The database's storms and generated requests, at full length");
  const storms = spawnSync(
    join(ROOT, "node_modules/.bin/vitest"),
    [
      "run",
      "--silent=passed-only",
      "--project",
      "functions",
      "storm",
      "tenancy",
      "--testTimeout=300000",
    ],
    { cwd: ROOT, stdio: "inherit", env: { ...process.env, SOAK: "1" } },
  );
  return storms.status === 0;
}

function report({ sends, broken, invariants }: SoakResult): boolean {
  say(`${sends} questions; broken promises: ${broken.length}`);
  for (const line of broken.slice(0, 20)) say(`  ${line}`);
  say(JSON.stringify(invariants));
  return broken.length === 0 && JSON.stringify(invariants) === JSON.stringify(NO_BROKEN_INVARIANT);
}
