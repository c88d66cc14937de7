import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Environment, ROOT } from "../process/settings.ts";
import { StartError } from "../process/start-error.ts";

const CONFIG = join(ROOT, "supabase/functions/deno.json");
const HOST = join(ROOT, "supabase/local/functions/functions-host.ts");
const START_MS = 30_000;
/** Ending again within this time looks like a fault that a pause may mend, and not like an accident. */
const FREQUENT_MS = 2000;

/** What Deno itself needs from the environment; the functions may read none of it. */
const FOR_DENO = ["PATH", "HOME", "TMPDIR", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "DENO_CERT"];

export type FunctionsOptions = {
  port: number;
  /** Everything the functions can see of the environment. */
  env: Environment;
  /** Hosts (`name:port`) they may connect to, besides nothing. */
  hosts: readonly string[];
  /** Where their log lines go; to ours unless told otherwise. */
  output?: "inherit" | "ignore";
  /** More flags for Deno. */
  flags?: readonly string[];
};

export type Functions = {
  /** Resolves when they answer; rejects when they do not within half a minute. */
  ready: () => Promise<void>;
  stop: () => Promise<void>;
  /** The process that runs them now. */
  pid: () => number | undefined;
};

/** Runs the functions in Deno, confined to the given hosts and variables, and restarts them when they die. */
export function startFunctions({
  port,
  env,
  hosts,
  output = "inherit",
  flags = [],
}: FunctionsOptions): Functions {
  const address = `127.0.0.1:${port}`;
  const variables = { ...env, FUNCTIONS_PORT: String(port) };
  let child: ChildProcess | undefined;
  let starting: Promise<void>;
  let stopped = false;
  let startedAt = 0;

  const start = async (pauseMs: number) => {
    await sleep(pauseMs);
    if (stopped) return;
    startedAt = Date.now();
    child = spawnDeno(variables, [address, ...hosts], output, flags);
    child.once("error", (error) => console.error(`Deno cannot be run: ${error.message}`));
    child.once("exit", (code, signal) => {
      if (stopped) return;
      console.error(`The functions ended (${signal ?? code}); starting them again.`);
      restart(Date.now() - startedAt < FREQUENT_MS ? FREQUENT_MS / 2 : 0);
    });
    await untilAnswering(address);
  };
  const restart = (pauseMs: number) => {
    starting = start(pauseMs);
    // Whoever waits for it hears of the failure; nobody may be waiting.
    starting.catch(() => undefined);
  };
  restart(0);

  return {
    ready: () => starting,
    pid: () => child?.pid,
    stop: async () => {
      stopped = true;
      if (child) await end(child);
    },
  };
}

function spawnDeno(
  variables: Environment,
  hosts: readonly string[],
  output: "inherit" | "ignore",
  flags: readonly string[],
): ChildProcess {
  const args = [
    "run",
    "--quiet",
    "--no-prompt",
    "--no-remote",
    "--no-lock",
    `--config=${CONFIG}`,
    // The packages that npm installed from its lockfile: nothing more is fetched.
    "--node-modules-dir=manual",
    `--allow-net=${hosts.join(",")}`,
    `--allow-env=${Object.keys(variables).join(",")}`,
    // The SDKs look for settings of their own; they find none.
    "--ignore-env",
    ...flags,
    HOST,
  ];
  return spawn(denoPath(), args, {
    cwd: ROOT,
    stdio: ["pipe", output, output],
    env: {
      ...Object.fromEntries(FOR_DENO.map((name) => [name, process.env[name]])),
      DENO_DIR: join(ROOT, "node_modules/.cache/deno"),
      DENO_NO_UPDATE_CHECK: "1",
      NO_COLOR: "1",
      ...variables,
    },
  });
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

async function untilAnswering(address: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    try {
      const response = await fetch(`http://${address}/`, { signal: AbortSignal.timeout(1000) });
      await response.body?.cancel();
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new StartError("The functions did not start; see above.");
}
