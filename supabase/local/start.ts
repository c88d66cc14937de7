import { join } from "node:path";
import { readMembershipSettings } from "../functions/membership_webhook/settings-rules.ts";
import { openDatabase } from "./backend/database.ts";
import { openBackend } from "./backend/embedded-backend.ts";
import { connect, DEMO_MEMBER, setMembership, signUpMember } from "./backend/members.ts";
import { purgeByTimer } from "./backend/purge-timer.ts";
import { loadSecrets } from "./backend/secrets.ts";
import { functionSettings } from "./functions/function-settings.ts";
import { startFunctions } from "./functions/functions-process.ts";
import { startOfflineModels } from "./functions/offline-models.ts";
import { announceWait } from "./process/announce-wait.ts";
import { lockDataDir } from "./process/lock.ts";
import { freePort } from "./process/ports.ts";
import { readSettings } from "./process/settings.ts";
import { createShutdown } from "./process/shutdown.ts";
import { messageOf, StartError } from "./process/start-error.ts";
import { checkReadiness } from "./readiness.ts";
import { buildApp, buildForEmbeddedBackend } from "./server/build.ts";
import { product } from "./server/plugin.ts";
import { createRequestGuard } from "./server/request-guard.ts";
import { requireFreePort, serve } from "./server/serve.ts";

const say = (line: string) => console.log(line);
const shutdown = createShutdown();

async function main(): Promise<void> {
  buildForEmbeddedBackend();
  const isDevelopment = process.argv.includes("--dev");
  const { port, origin, dataDir, databaseUrl, env } = readSettings(process.env);
  const { MEMBERSHIP_PRODUCT_IDS, MEMBERSHIP_GRACE_DAYS } = env;
  const membershipSettings = { MEMBERSHIP_PRODUCT_IDS, MEMBERSHIP_GRACE_DAYS };
  shutdown.add(lockDataDir(dataDir, { pid: process.pid, origin, membershipSettings }));
  await requireFreePort(port);
  const secrets = await loadSecrets(dataDir);

  // First, because the functions take longest to start, in processes of their own.
  const functionsPort = await freePort();
  const copyPort = await freePort();
  const functionsLog = join(dataDir, "functions.log");
  const models = await startOfflineModels(env);
  shutdown.add(models.stop);
  // Only with a key, because the providers' libraries take a moment to load.
  const isKeyed = ["OPENAI_API_KEY", "XAI_API_KEY", "ANTHROPIC_API_KEY"].some((key) => env[key]);
  const modelReport = isKeyed
    ? import("./models-command.ts").then(({ reportModels }) => reportModels(env))
    : [];
  const functions = startFunctions({
    port: functionsPort,
    log: functionsLog,
    ...functionSettings(models.env, port, secrets),
  });
  shutdown.add(functions.stop);
  // A copy of the functions for the check before 'Ready', which calls no paid model and uses up nobody's limits.
  const rehearsalModels = await startOfflineModels(env, { everyProvider: true, pieceMs: 0 });
  const rehearsal = startFunctions({
    port: copyPort,
    ...functionSettings(rehearsalModels.env, port, secrets),
  });
  const endRehearsal = () => Promise.all([rehearsal.stop(), rehearsalModels.stop()]);
  shutdown.add(endRehearsal);

  say(databaseUrl ? "Connecting to the database." : "Opening the embedded database.");
  const database = await announceWait("the database", openDatabase(dataDir, databaseUrl), say);
  shutdown.add(() => database.connection.close());
  const opening = openBackend(database, secrets, origin);
  const { app, isNew, applied } = await announceWait("the migrations", opening, say);
  if (!isNew && applied.length > 0) say(`Applied ${applied.join(", ")}.`);
  const guard = createRequestGuard(app, secrets.secretKey);

  const directory = isDevelopment ? undefined : await buildApp(say);

  const plugin = product({
    backend: guard,
    publishableKey: secrets.publishableKey,
    functionsReady: functions.ready,
  });
  const server = await serve({ port, functionsPort, plugin, directory });
  shutdown.add(() => server.close());

  const loopback = `http://127.0.0.1:${port}`;
  const { publishableKey, secretKey } = secrets;
  const service = connect(loopback, secretKey);
  if (await signUpMember(connect(loopback, publishableKey), DEMO_MEMBER)) {
    await setMembership(service, { email: DEMO_MEMBER.email, status: "active" });
  }
  const bothReady = Promise.all([functions.ready(), rehearsal.ready()]);
  await announceWait("the functions to start", bothReady, say);
  say("Checking the first page, a sign-in and a send.");
  const copy = `http://127.0.0.1:${copyPort}`;
  const check = checkReadiness({ origin: loopback, copy, publishableKey, service, database });
  await announceWait("the first page, a sign-in and a send", check, say);
  await endRehearsal();

  const purging = new AbortController();
  const purged = purgeByTimer(database, purging.signal);
  shutdown.add(() => {
    purging.abort();
    return purged;
  });

  for (const problem of readMembershipSettings((name) => env[name]).problems) say(problem);
  if (models.names.length > 0) {
    const names = new Intl.ListFormat("en", { type: "disjunction" }).format(models.names);
    say(`No key for ${names}: their models give offline replies.`);
  }
  say(`Requests are logged in ${functionsLog}`);
  say(`Demo member: ${DEMO_MEMBER.email} / ${DEMO_MEMBER.password}`);
  say(`Ready on ${origin}`);
  // Last, so that nobody waits for a provider.
  for (const line of await modelReport) say(line);
}

try {
  await main();
} catch (error) {
  // During a shutdown things fail because they are being closed.
  if (!shutdown.begun) {
    console.error(error instanceof StartError ? messageOf(error) : error);
    await shutdown.run(1);
  }
}
