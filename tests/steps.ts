import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ROOT } from "../supabase/local/process/settings.ts";
import type { Count } from "./report-rules.ts";

const BIN = join(ROOT, "node_modules/.bin");
/** On an idle machine with two cores the longest takes five minutes; a busy one may take much longer. */
const STEP_MS = 60 * 60_000;

export type Step = {
  name: string;
  title: string;
  /** `isShown`: whether to print what the tools print as it comes; else they are quiet unless they fail. */
  run: (isShown: boolean) => Promise<Count>;
};

const running = new Set<ChildProcess>();

/** Ends whatever step is running, with the processes it started. */
export function stopRunning(): void {
  for (const child of running) killGroup(child);
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended on its own.
  }
}

/** Runs a tool of node_modules/.bin; true when it ends well in time. */
async function runTool(
  command: readonly string[],
  isShown: boolean,
  env: Record<string, string> = {},
): Promise<boolean> {
  const [tool = "", ...args] = command;
  const child = spawn(join(BIN, tool), args, {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", isShown ? "inherit" : "pipe", isShown ? "inherit" : "pipe"],
    env: {
      ...process.env,
      PATH: BIN + delimiter + process.env["PATH"],
      ...env,
    },
  });
  running.add(child);
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const timer = setTimeout(() => {
    console.error(`${tool} did not end within ${STEP_MS / 60_000} minutes.`);
    killGroup(child);
  }, STEP_MS);
  const code = await new Promise((done) => {
    child.once("close", done);
    child.once("error", (error) => {
      console.error(`${tool} cannot be run: ${error.message}`);
      done(1);
    });
  });
  clearTimeout(timer);
  killGroup(child);
  running.delete(child);
  if (code !== 0 && !isShown) console.log(output);
  return code === 0;
}

/** A check that a tool passes or fails as a whole. */
export function check(name: string, title: string, ...command: string[]): Step {
  return {
    name,
    title,
    run: async (isShown) =>
      (await runTool(command, isShown))
        ? { passed: 1, failed: 0, secondTries: [] }
        : { passed: 0, failed: 1, secondTries: [] },
  };
}

type Suite<Report> = {
  name: string;
  title: string;
  command: string[];
  env?: Record<string, string>;
  /** Where its JSON report goes, and how the report counts. */
  report: string;
  count: (report: Report) => Count;
};

/** A runner of many tests. When it fails without naming a failed test, that counts as one. */
export function suite<Report>({ name, title, command, env, report, count }: Suite<Report>): Step {
  const run = async (isShown: boolean): Promise<Count> => {
    const file = join(ROOT, report);
    rmSync(file, { force: true });
    const ended = await runTool(command, isShown, env);
    const counted = readReport(file, count);
    return { ...counted, failed: ended ? counted.failed : Math.max(counted.failed, 1) };
  };
  return { name, title, run };
}

function readReport<Report>(file: string, count: Suite<Report>["count"]): Count {
  try {
    return count(JSON.parse(readFileSync(file, "utf8")) as Report);
  } catch {
    return { passed: 0, failed: 1, secondTries: [] };
  }
}
