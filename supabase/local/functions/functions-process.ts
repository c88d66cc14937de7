import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Environment, ROOT } from "../process/settings.ts";
import { messageOf, StartError } from "../process/start-error.ts";

const CONFIG = join(ROOT, "supabase/functions/deno.json");
const HOST = join(ROOT, "supabase/local/functions/functions-host.ts");
/** Far longer than they take on the busiest machine. */
const START_MS = 10 * 60_000;
/** How often they may end before they have ever answered. */
const FIRST_TRIES = 3;
/** Ending again within this time looks like a fault that a pause may mend, and not like an accident. */
const FREQUENT_MS = 2000;
const PAUSE_MS = 1000;
/** The end of what they printed, for an error message. */
const KEPT_CHARACTERS = 4000;
/** The size of a full log, in bytes. An entry has 200. */
const LOG_LIMIT = 10 * 1024 * 1024;

/** What Deno itself needs from the environment; the functions may read none of it. */
const FOR_DENO = ["PATH", "HOME", "TMPDIR", "HTTP_PROXY", "HTTPS_PROXY", "DENO_CERT"];

export type FunctionsOptions = {
  port: number;
  /** Everything the functions can see of the environment. */
  env: Environment;
  /** Hosts (`name:port`) they may connect to, besides nothing. */
  hosts: readonly string[];
  /**
   * The file for the log of requests, begun anew with each start, and renamed to `<log>.1` when it is full. Without it
   * neither the log nor the functions' errors are shown.
   */
  log?: string;
  logLimit?: number;
  /** The program that serves them. */
  host?: string;
};

type Running = {
  child: ChildProcess;
  startedAt: number;
  /** The exit code or the signal. */
  ended: Promise<string>;
  printed: () => string;
};

/** Runs the functions in Deno, confined to the given hosts and variables, and restarts them when they die. */
export function startFunctions(options: FunctionsOptions) {
  const address = `127.0.0.1:${options.port}`;
  const log = options.log === undefined ? undefined : openLog(options.log, options.logLimit);
  let running: Running | undefined;
  let stopped = false;
  let answering = Promise.withResolvers<void>();
  // Whoever waits for it hears of a failure; nobody may be waiting.
  answering.promise.catch(() => undefined);

  /** Starts them, again whenever they end. */
  async function keepRunning(): Promise<void> {
    let haveAnswered = false;
    for (let tries = 1; ; tries += 1) {
      if (stopped) return;
      const current = spawnDeno(options, address, log);
      running = current;
      let ended = await untilAnswering(address, current.ended);
      if (ended === "silent") await end(current.child);
      if (ended === undefined) {
        haveAnswered = true;
        answering.resolve();
        ended = await current.ended;
        answering = Promise.withResolvers();
      }
      if (stopped) return;
      if (!haveAnswered && (ended === "silent" || tries === FIRST_TRIES)) {
        throw new StartError(explain(ended, current.printed()));
      }
      console.error(`The functions ended (${ended}); starting them again.`);
      if (Date.now() - current.startedAt < FREQUENT_MS) await sleep(PAUSE_MS);
    }
  }
  keepRunning().catch((error: unknown) => answering.reject(error));

  return {
    /**
     * Resolves when they answer. Rejects with a StartError that holds what they printed when they end three times before
     * they have ever answered, or do not answer within ten minutes.
     */
    ready: () => answering.promise,
    /** The process that runs them now. */
    pid: () => running?.child.pid,
    stop: async () => {
      stopped = true;
      if (running) await end(running.child);
    },
  };
}

/** Returns a function that writes to a new log. When that fails, it says so once and writes no more. */
function openLog(path: string, limit = LOG_LIMIT) {
  let size = 0;
  let isBroken = false;
  const write = (text: string, flag: "a" | "w" = "a") => {
    if (isBroken) return;
    try {
      if (size >= limit) {
        renameSync(path, `${path}.1`);
        size = 0;
      }
      writeFileSync(path, text, { flag, mode: 0o600 });
      size += Buffer.byteLength(text);
    } catch (error) {
      isBroken = true;
      console.error(`${path} cannot be written: ${messageOf(error)}`);
    }
  };
  write("", "w");
  return write;
}

function explain(ended: string, printed: string): string {
  const what =
    ended === "silent"
      ? `did not answer within ${START_MS / 60_000} minutes`
      : `ended ${FIRST_TRIES} times before they answered (${ended})`;
  const said = printed.trim();
  return `The functions ${what}. ${said ? `They printed:\n${said}` : "They printed nothing."}`;
}

function spawnDeno(
  { port, env, hosts, host = HOST }: FunctionsOptions,
  address: string,
  log: ReturnType<typeof openLog> | undefined,
): Running {
  const variables = { ...env, FUNCTIONS_PORT: String(port) };
  const args = [
    "run",
    "--quiet",
    "--no-prompt",
    "--no-remote",
    "--no-lock",
    // So that `request.signal` is aborted when the client has left, and not after each response.
    "--unstable-no-legacy-abort",
    `--config=${CONFIG}`,
    // The packages that npm installed from its lockfile: nothing more is fetched.
    "--node-modules-dir=manual",
    `--allow-net=${[address, ...hosts].join(",")}`,
    `--allow-env=${Object.keys(variables).join(",")}`,
    // The SDKs look for settings of their own; they find none.
    "--ignore-env",
    host,
  ];
  const child = spawn(denoPath(), args, {
    cwd: ROOT,
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...Object.fromEntries(FOR_DENO.map((name) => [name, process.env[name]])),
      // Deno makes no exception for this machine by itself.
      NO_PROXY: ["127.0.0.1", process.env["NO_PROXY"] ?? process.env["no_proxy"] ?? ""].join(),
      DENO_DIR: join(ROOT, "node_modules/.cache/deno"),
      DENO_NO_UPDATE_CHECK: "1",
      NO_COLOR: "1",
      ...variables,
    },
  });
  let printed = "";
  if (log) child.stderr.pipe(process.stderr, { end: false });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-KEPT_CHARACTERS);
      if (stream === child.stdout) log?.(text);
    });
  }
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(`Deno cannot be run: ${error.message}`));
    // Unlike "exit", "close" comes after the last of what was printed.
    child.once("close", (code, signal) => resolve(String(signal ?? code)));
  });
  return { child, startedAt: Date.now(), ended, printed: () => printed };
}

/** The program itself: the package's command is a wrapper, and ending that would leave Deno running. */
function denoPath(): string {
  const { runInstall } = createRequire(import.meta.url)("deno/install_api.cjs") as {
    runInstall: () => string;
  };
  return runInstall();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 2000);
  await gone;
  clearTimeout(timer);
}

/** Undefined once they answer, else how they ended, or "silent" when the time is up. */
async function untilAnswering(
  address: string,
  ended: Promise<string>,
): Promise<string | undefined> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const how = await Promise.race([ended, isAnswering(address)]);
    if (how === true) return undefined;
    if (how !== false) return how;
    await sleep(50);
  }
  return "silent";
}

async function isAnswering(address: string): Promise<boolean> {
  try {
    const response = await fetch(`http://${address}/`, { signal: AbortSignal.timeout(5000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
