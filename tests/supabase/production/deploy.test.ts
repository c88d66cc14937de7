import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { newFolder } from "../../support/new-folder.ts";
import { type Rehearsal, startRehearsal } from "./supabase-cli.ts";

const DENO = join(ROOT, "node_modules/.bin/deno");
const FUNCTIONS = [
  "create_chat",
  "health",
  "import_chats",
  "membership_webhook",
  "search",
  "send_message",
  "start_chat",
  "update_chat",
  "update_instructions",
];
/** Packages come from node_modules here; on Supabase they come from npm, in the versions of deno.json. */
const OFFLINE = ["--no-lock", "--no-remote", "--node-modules-dir=manual"];
const CONFIG = "--config=supabase/functions/deno.json";

type Module = { specifier: string; error?: string; dependencies?: { specifier: string }[] };

describe("supabase functions deploy", () => {
  let rehearsal: Rehearsal;
  /** Holds what was sent and nothing else. */
  const arrived = newFolder();
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    rehearsal = await startRehearsal();
    symlinkSync(join(ROOT, "node_modules"), join(arrived, "node_modules"));
  });
  afterAll(async () => {
    for (const child of running) child.kill("SIGKILL");
    await rehearsal.stop();
  });

  it("an operator who deploys sends every function, none of them behind the platform's own token check", async () => {
    const { code, output } = await rehearsal.change("functions", "deploy", "--use-api");
    expect(output).not.toMatch(/warn/i);
    expect(code).toBe(0);
    expect([...rehearsal.api.deployments.keys()].toSorted()).toEqual(FUNCTIONS);
    for (const [name, { metadata, files }] of rehearsal.api.deployments) {
      expect(metadata).toMatchObject({
        verify_jwt: false,
        entrypoint_path: `supabase/functions/${name}/index.ts`,
        import_map_path: "supabase/functions/deno.json",
      });
      for (const [path, text] of files) {
        mkdirSync(dirname(join(arrived, path)), { recursive: true });
        writeFileSync(join(arrived, path), text);
      }
    }
  });

  it.each(FUNCTIONS)(
    "an operator who deploys sends every module of %s, and a version of every package",
    async (name) => {
      const entry = `supabase/functions/${name}/index.ts`;
      const command = ["info", "--json", ...OFFLINE, CONFIG, entry];
      const { stdout } = await promisify(execFile)(DENO, command, { cwd: arrived });
      const { modules } = JSON.parse(stdout) as { modules: Module[] };
      expect(modules.flatMap(({ error }) => error ?? [])).toEqual([]);

      const ours = modules.filter(({ specifier }) => specifier.includes("/supabase/functions/"));
      expect(ours.length).toBeGreaterThan(5);
      const packages = ours
        .flatMap(({ dependencies = [] }) => dependencies.map(({ specifier }) => specifier))
        .filter((specifier) => !specifier.startsWith("."));
      const settings = rehearsal.api.deployments
        .get(name)
        ?.files.get("supabase/functions/deno.json");
      const { imports } = JSON.parse(settings ?? "{}") as { imports: Record<string, string> };
      // Deno would find a package that is not named in node_modules; Supabase has no such folder.
      expect(packages.filter((specifier) => !Object.hasOwn(imports, specifier))).toEqual([]);
    },
  );

  it.each(FUNCTIONS)("the deployed function %s returns a response", async (name) => {
    const address = await serve(name);
    const response = await fetch(address, { method: "POST" });
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.json()).toEqual({ error: expect.any(String), code: expect.any(String) });
    const refusals: Record<string, number> = { membership_webhook: 503, health: 405 };
    expect(response.status).toBe(refusals[name] ?? 401);
  });

  /** Serves one function alone, as the platform does: its default export answers, its environment is the project's. */
  function serve(name: string): Promise<string> {
    const child = spawn(
      DENO,
      [
        "serve",
        ...OFFLINE,
        CONFIG,
        "--allow-env",
        "--allow-net=127.0.0.1",
        "--host=127.0.0.1",
        "--port=0",
        `supabase/functions/${name}/index.ts`,
      ],
      {
        cwd: arrived,
        stdio: ["ignore", "ignore", "pipe"],
        env: {
          PATH: process.env["PATH"],
          HOME: arrived,
          NO_COLOR: "1",
          SUPABASE_URL: "http://127.0.0.1:9",
          SUPABASE_SECRET_KEYS: JSON.stringify({ default: "sb_secret_rehearsal" }),
        },
      },
    );
    running.push(child);
    return new Promise((resolve, reject) => {
      let said = "";
      child.stderr.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
        if (address) resolve(address);
      });
      child.once("exit", () => reject(new Error(`${name} did not start:\n${said}`)));
    });
  }
});
