import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../../supabase/local/process/settings.ts";
import { NO_BROKEN_INVARIANT } from "../support/database/invariants.ts";
import { startPostgres } from "../support/database/postgres.ts";
import { startScriptedProvider } from "../support/providers/scripted-provider.ts";
import { wholeReplyTo } from "./ledger.ts";
import { runLongReplies } from "./long-replies.ts";
import { type SoakResult, runScenario } from "./scenario.ts";

/**
 * `npm run soak`: the lists that are too long for `npm test`, bounded in time: SOAK_SECONDS (20) of traffic on each
 * kind of database, two replies that take more than 100 seconds, then the database's own storms at full length. Exits with 1 when a promise was broken.
 */
const seconds = Number(process.env["SOAK_SECONDS"] || 20);
const say = (line: string) => console.log(`  ${line}`);

// So that what was started is ended with us.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

const providers = await startScriptedProvider();
providers.script({ text: wholeReplyTo, pieceCharacters: 16, pieceMs: 15 });
const server = await startPostgres();
const kinds = [
  { name: "the embedded database", databaseUrl: undefined },
  { name: "PostgreSQL", databaseUrl: await server.createDatabase("soak") },
];
let failed = false;
for (const { name, databaseUrl } of kinds) {
  console.log(`The running product on ${name}`);
  report(await runScenario({ providers, databaseUrl, seconds, say }));
}
await providers.stop();
await server.stop();

console.log("A model that thinks for 100 seconds, and one that writes for 130");
const brokenReplies = await runLongReplies();
failed ||= brokenReplies.length > 0;
say(`broken replies: ${brokenReplies.length}`);
for (const line of brokenReplies) say(`  ${line}`);

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
    "membership-order",
    "--testTimeout=300000",
  ],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, SOAK: "1" } },
);
process.exit(failed || storms.status !== 0 ? 1 : 0);

function report({ sends, broken, invariants }: SoakResult): void {
  failed ||=
    broken.length > 0 || JSON.stringify(invariants) !== JSON.stringify(NO_BROKEN_INVARIANT);
  say(`${sends} questions; broken promises: ${broken.length}`);
  for (const line of broken.slice(0, 20)) say(`  ${line}`);
  say(JSON.stringify(invariants));
}
