import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  connect,
  type MembershipChange,
  setMembership,
  signUpMember,
} from "../../supabase/local/backend/members.ts";
import { readSecrets, type Secrets } from "../../supabase/local/backend/secrets.ts";
import { freePort } from "../../supabase/local/process/ports.ts";
import { copyEmptyDatabase } from "./empty-database.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** A start takes seconds on an idle machine, and minutes on a very busy one. */
const START_MS = 480_000;

export type Member = { email: string; password: string };

export type StartOptions = {
  /** More environment variables, over those of the test run. */
  env?: Record<string, string>;
  /** Data of an earlier product; a new directory, removed on stop, when absent. */
  dataDir?: string;
  port?: number;
};

/** So that no limit is met. */
export const UNLIMITED = {
  TURNS_PER_MINUTE: "1000000",
  TURNS_PER_DAY: "1000000",
  CHATS_PER_MINUTE: "1000000",
  SEARCHES_PER_MINUTE: "1000000",
};

/** A product of the tests' own, started as `npm start` starts it. */
export type RunningProduct = {
  origin: string;
  port: number;
  dataDir: string;
  secrets: Secrets;
  pid: number;
  /** Everything it has printed so far. */
  output: () => string;
  send: (path: string, init?: RequestInit) => Promise<Response>;
  /** Signs a new member up; with a membership status, sets it too. */
  newMember: (status?: string) => Promise<Member>;
  setMembership: (membership: MembershipChange) => Promise<void>;
  /** Asks it to end, with SIGTERM unless told otherwise, and waits until it has. Returns its exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** Starts a product and waits until it is ready. Throws with all it printed when it ends before that. */
export async function startRunningProduct(options: StartOptions = {}): Promise<RunningProduct> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "product-"));
  if (!options.dataDir) copyEmptyDatabase(dataDir);
  const { child, output } = spawnProduct({
    ...options.env,
    PORT: String(port),
    DATA_DIR: dataDir,
  });
  const origin = `http://localhost:${port}`;
  try {
    await untilPrinted(child, output, `Ready on ${origin}`);
  } catch (error) {
    child.kill("SIGKILL");
    // Another program has taken the port since it was found free.
    if (options.port !== undefined || !output().includes(`Port ${port} is in use`)) throw error;
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    return startRunningProduct(options);
  }
  const secrets = readSecrets(dataDir);
  if (!secrets || child.pid === undefined) throw new Error(`No secrets in ${dataDir}.`);

  const send = (path: string, init?: RequestInit) => fetch(origin + path, init);
  const applyMembership = async (membership: MembershipChange) => {
    if (await setMembership(connect(origin, secrets.secretKey), membership)) return;
    throw new Error(`Nobody has signed up as ${membership.email}.`);
  };
  return {
    origin,
    port,
    dataDir,
    secrets,
    pid: child.pid,
    output,
    send,
    newMember: async (status) => {
      const member = { email: `${crypto.randomUUID()}@example.com`, password: "correct horse" };
      await signUpMember(connect(origin, secrets.publishableKey), member);
      if (status) await applyMembership({ email: member.email, status });
      return member;
    },
    setMembership: applyMembership,
    stop: async (signal = "SIGTERM") => {
      const ended = child.exitCode === null && child.signalCode === null;
      if (ended) {
        const exit = once(child, "exit");
        child.kill(signal);
        await exit;
      }
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}

/** Starts the program without waiting; `output` returns everything it has printed. */
export function spawnProduct(env: Record<string, string>) {
  const child = spawn(
    join(ROOT, "node_modules/.bin/node"),
    ["--disable-warning=ExperimentalWarning", "supabase/local/start.ts"],
    {
      cwd: ROOT,
      env: { ...withoutProviders(process.env), ...env },
      // The product ends when this channel closes, so it does not outlive the tests.
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (printed += text));
  }
  return { child, output: () => printed };
}

/** Leaves out the keys and database of whoever runs the tests. */
function withoutProviders(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !/^(OPENAI|XAI|ANTHROPIC|MODEL|VITE)_|^DATABASE_URL$|^NODE_OPTIONS$/.test(name),
    ),
  );
}

async function untilPrinted(child: ChildProcess, output: () => string, line: string) {
  const deadline = Date.now() + START_MS;
  while (!output().includes(line)) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      throw new Error(`The product did not get ready:\n${output()}`);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
