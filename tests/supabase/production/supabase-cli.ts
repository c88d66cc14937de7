import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { type ManagementApi, PROJECT, startManagementApi } from "./management-api.ts";

const CLI = join(ROOT, "node_modules/supabase/dist/supabase.js");

/** `output` is everything it printed, `stdout` what a program would read. */
export type CommandResult = { code: number; output: string; stdout: string };

/** A copy of the repository's `supabase` folder, and the real Supabase command line to use on it. */
export type Rehearsal = {
  folder: string;
  api: ManagementApi;
  /** Runs `supabase …` in the folder. */
  supabase: (...args: string[]) => Promise<CommandResult>;
  /** The same for the rehearsal's project, with every question answered by yes. */
  change: (...args: string[]) => Promise<CommandResult>;
  stop: () => Promise<void>;
};

/** Starts with nothing pushed: config.toml, the functions and the migrations as they are in the repository. */
export async function startRehearsal(): Promise<Rehearsal> {
  const api = await startManagementApi();
  const folder = mkdtempSync(join(tmpdir(), "rehearsal-"));
  for (const part of ["config.toml", "functions", "migrations"]) {
    cpSync(join(ROOT, "supabase", part), join(folder, "supabase", part), { recursive: true });
  }
  rmSync(join(folder, "supabase/functions/.env"), { force: true });
  const home = join(folder, "home");
  mkdirSync(home);
  const profile = join(home, "profile.yaml");
  writeFileSync(
    profile,
    `name: rehearsal\napi_url: ${api.url}\ndashboard_url: ${api.url}\nproject_host: supabase.co\n`,
  );
  const env = {
    PATH: process.env["PATH"],
    HOME: home,
    DO_NOT_TRACK: "1",
    SUPABASE_TELEMETRY_DISABLED: "1",
    SUPABASE_PROFILE: profile,
    SUPABASE_ACCESS_TOKEN: `sbp_${"0123456789".repeat(4)}`,
  };
  const supabase = (...args: string[]) =>
    new Promise<CommandResult>((done) => {
      execFile(
        process.execPath,
        [CLI, ...args],
        { cwd: folder, env, timeout: 60_000 },
        (error, stdout, stderr) =>
          done({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr, stdout }),
      );
    });
  return {
    folder,
    api,
    supabase,
    change: (...args) => supabase(...args, `--project-ref=${PROJECT}`, "--yes"),
    stop: async () => {
      await api.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
