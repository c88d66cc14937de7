import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs the program in the background, and kills it with everything it started once the input of the shell has ended. It
 * ends with this process, however that ends.
 */
const GUARD = '"$@" & read -r _; kill -KILL 0';
const START_MS = 120_000;
const STOP_MS = 10_000;

/** A program in a process group of its own, which does not outlive this process. */
export type Program = {
  /** What it writes to its file descriptor 3. */
  output: NodeJS.ReadableStream;
  stop: () => Promise<void>;
};

/** Starts a program. Its messages are thrown away. */
export function startProgram(
  command: readonly string[],
  env: Record<string, string> = {},
): Program {
  const child: ChildProcess = spawn("sh", ["-c", GUARD, "sh", ...command], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  const ended = once(child, "exit");
  return {
    output: child.stdio[3] as NodeJS.ReadableStream,
    stop: async () => {
      child.stdin?.end();
      await Promise.race([ended, delay(STOP_MS)]);
    },
  };
}

/** Tries until it succeeds. Throws the last error when it has not within two minutes, or within the time given. */
export async function untilItWorks<Value>(
  attempt: () => Promise<Value> | Value,
  patienceMs = START_MS,
): Promise<Value> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(50);
    }
  }
}

/** Resolves like the promise; rejects when that takes longer than the given time. */
export function within<Value>(ms: number, what: string, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms.`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
