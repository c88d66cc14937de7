import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright";
import { testChromium } from "../../e2e/support/chromium.ts";

const WITHIN_MS = 30_000;

/**
 * A Chromium with one page that only runs scripts. Playwright listens to the network, for which the browser keeps the
 * bodies of all responses: its memory would be measured with them. Linux only.
 */
export async function openBareBrowser() {
  const profile = mkdtempSync(join(tmpdir(), "bare-browser-"));
  const browser = spawn(
    testChromium().executablePath ?? chromium.executablePath(),
    [
      "--headless",
      "--js-flags=--expose-gc",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise((resolve) => browser.once("exit", resolve));
  const { host } = new URL(await debuggerOf(createInterface({ input: browser.stderr })));
  browser.stderr.resume();
  const ask = (path: string, method = "GET") => fetch(`http://${host}/json/${path}`, { method });
  const [first] = (await (await ask("list")).json()) as Target[];
  const { call, evaluate, run, until, disconnect } = await connect(first);

  return {
    run,
    until,
    /** Opens an address, and returns when the page before it has gone: its buttons are there until then. */
    open: async (address: string): Promise<void> => {
      await run(`window.isLeft = true; location.assign(${JSON.stringify(address)})`);
      await until("window.isLeft === undefined");
    },
    /** Opens another page, in a process of its own. */
    newPage: async () => {
      const target = (await (await ask("new?about:blank", "PUT")).json()) as Target;
      const page = await connect(target);
      const close = async () => {
        page.disconnect();
        await ask(`close/${target.id}`);
      };
      return { ...page, close };
    },
    /** Opens a page of an origin, in which somebody is signed in from now on. */
    signIn: async (origin: string, session: object): Promise<void> => {
      await run(`location.assign("${origin}/robots.txt")`);
      await until(`location.origin === "${origin}"`);
      const text = JSON.stringify(JSON.stringify(session));
      await run(`localStorage.setItem("sb-localhost-auth-token", ${text})`);
    },
    /** Chooses files in the field that a script returns. */
    choose: async (expression: string, files: readonly string[]): Promise<void> => {
      const { objectId } = await evaluate(expression, false);
      await call("DOM.setFileInputFiles", { files, objectId });
    },
    /** Frees the memory that the page no longer uses, which the browser does when it likes. */
    collect: () => run("gc()"),
    /**
     * The bytes of memory that all its processes have filled, with what several of them share counted once, as in the
     * browser's own task manager. Without the browser's program, which the system reads from its file and drops when it
     * likes: between 40 and 160 MB in one run.
     */
    memory: () => {
      const sizes = familyOf(browser.pid ?? 0).map((pid) => {
        try {
          const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
          const sizeOf = (name: string) =>
            Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0);
          return 1024 * (sizeOf("Pss_Anon") + sizeOf("Pss_Shmem") + sizeOf("SwapPss"));
        } catch {
          // It has ended meanwhile.
          return 0;
        }
      });
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    close: async () => {
      disconnect();
      browser.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
export type BareBrowser = Awaited<ReturnType<typeof openBareBrowser>>;

/** One of its pages, as its debugger lists them. */
type Target = { id: string; webSocketDebuggerUrl: string };

/** Connects to the debugger of a page, and turns on none of its parts. */
async function connect(target: Target | undefined) {
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const answers = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const { id, result } = JSON.parse(data) as { id: number; result: unknown };
    answers.get(id)?.(result);
    answers.delete(id);
  });
  socket.addEventListener("close", () => {
    for (const answer of answers.values())
      answer(Promise.reject(new Error("The browser has gone.")));
  });
  let last = 0;

  const call = (method: string, params: object): Promise<unknown> => {
    last += 1;
    const id = last;
    const answer = new Promise<unknown>((resolve) => answers.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    return answer;
  };
  const evaluate = async (expression: string, returnByValue: boolean) => {
    const params = { expression, awaitPromise: true, returnByValue, userGesture: true };
    const { result, exceptionDetails } = (await call("Runtime.evaluate", params)) as Evaluated;
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return result;
  };
  /** Runs a script in the page and returns its value. Throws when the script does. */
  const run = async (expression: string) => (await evaluate(expression, true)).value;
  /** Runs a script until its value is true. */
  const until = async (expression: string, withinMs = WITHIN_MS, everyMs = 50): Promise<void> => {
    const end = performance.now() + withinMs;
    while ((await run(expression).catch(() => false)) !== true) {
      if (performance.now() > end) throw new Error(`Never true: ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  };
  return { call, evaluate, run, until, disconnect: () => socket.close() };
}

type Evaluated = {
  result: { value?: unknown; objectId?: string };
  exceptionDetails?: unknown;
};

const buttonNamed = (name: string) =>
  `[...document.querySelectorAll("button")].find((it) => it.textContent === "${name}")`;
/** A script that is true once there is a button of this name to press. */
export const buttonIs = (name: string) => `${buttonNamed(name)}?.disabled === false`;
export const clickOn = (name: string) => `${buttonNamed(name)}.click()`;

/** The address of the browser's debugger, from what it prints. */
async function debuggerOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /ws:\/\/\S+/.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error("The browser did not start.");
}

/** A process and all that come from it. */
function familyOf(pid: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  const family = [pid];
  for (const member of family)
    family.push(...parents.filter(([, parent]) => parent === member).map(([child]) => child));
  return family;
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}
