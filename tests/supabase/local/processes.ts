import { execFileSync } from "node:child_process";

/** The processes that a process started, and those that they started. */
export function descendantsOf(pid: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  const childrenOf = (parent: number): number[] =>
    table
      .filter(([, ppid, stat]) => Number(ppid) === parent && !stat?.startsWith("Z"))
      .map(([child]) => Number(child));
  const children = childrenOf(pid);
  return children.concat(children.flatMap(descendantsOf));
}

/** What a process was started with. */
export function argumentsOf(pid: number): string[] {
  return execFileSync("ps", ["-ww", "-o", "args=", "-p", String(pid)], { encoding: "utf8" })
    .trim()
    .split(" ");
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
