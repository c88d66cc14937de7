import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Environment } from "./settings.ts";
import { codeOf, StartError } from "./start-error.ts";

/** What a running product writes into its data directory, for `npm run membership` and for a second process. */
export type Running = {
  pid: number;
  origin: string;
  /** The variables with which its functions read the payment platform's events; none of them is secret. */
  membershipSettings?: Environment;
};

const runningFile = (dataDir: string) => join(dataDir, "running.json");

/**
 * Locks the data directory for this process. Returns the function that unlocks it. The lock is SQLite's, which the
 * operating system releases when the process ends, however it ends. Throws a StartError when another process holds it
 * or the directory cannot be used.
 */
export function lockDataDir(dataDir: string, running: Running): () => void {
  const lock = openLock(dataDir);
  try {
    lock.exec("begin exclusive");
  } catch {
    lock.close();
    const other = readRunning(dataDir);
    const who = other ? `process ${other.pid} (${other.origin})` : "another process";
    throw new StartError(`${dataDir} is in use by ${who}. Stop it first, or set DATA_DIR.`);
  }
  writeFileSync(runningFile(dataDir), JSON.stringify(running), { mode: 0o600 });
  return () => {
    rmSync(runningFile(dataDir), { force: true });
    lock.close();
  };
}

function openLock(dataDir: string): DatabaseSync {
  try {
    makeFolder(dataDir);
    return new DatabaseSync(join(dataDir, "lock"), { timeout: 0 });
  } catch (error) {
    throw new StartError(
      `${dataDir} cannot be used to keep data (${codeOf(error)}). Set DATA_DIR to a folder that can be written.`,
    );
  }
}

/** Makes a folder and those above it. Node's own way tries for ever below `/proc`, where nothing can be made. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === "EEXIST" && statSync(path).isDirectory()) return;
    const above = dirname(path);
    if (codeOf(error) !== "ENOENT" || existsSync(above)) throw error;
    makeFolder(above);
    makeFolder(path);
  }
}

/** The process that uses the data directory, as far as it is known. It may have died since. */
export function readRunning(dataDir: string): Running | undefined {
  try {
    return JSON.parse(readFileSync(runningFile(dataDir), "utf8")) as Running;
  } catch {
    return undefined;
  }
}
