import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { SECRET_KEY } from "../support/database/backend.ts";
import { type TableRow, timesOf } from "./table.ts";

const ROUNDS = 5;
const LIMIT = 0.75;
const ROOT = join(import.meta.dirname, "../..");
const LOADER = join(import.meta.dirname, "load-function.ts");
const FUNCTION = "send_message/index.ts";
const SDKS = ["_shared/providers/openai.ts", "_shared/providers/anthropic.ts"];

/** The processor time of loading a function that asks models, over loading it with the SDKs of all providers. */
export function measureLoading(): TableRow {
  const [ours, all]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(loadingMs(FUNCTION));
    all.push(loadingMs(FUNCTION, ...SDKS));
  }
  return timesOf("loading send_message in Deno, over loading both SDKs too", [ours, all], LIMIT);
}

/** In a process of its own, with the sources that Deno has cached, as a worker has. */
function loadingMs(...files: string[]): number {
  const args = ["run", "--quiet", "--no-prompt", "--no-remote", "--no-lock", "--allow-all"];
  const config = ["--config=supabase/functions/deno.json", "--node-modules-dir=manual"];
  const modules = files.map((file) => join(ROOT, "supabase/functions", file));
  const printed = execFileSync(
    join(ROOT, "node_modules/.bin/deno"),
    [...args, ...config, LOADER, ...modules],
    {
      cwd: ROOT,
      encoding: "utf8",
      env: {
        ...process.env,
        DENO_DIR: join(ROOT, "node_modules/.cache/deno"),
        SUPABASE_URL: "http://127.0.0.1:1",
        SUPABASE_SERVICE_ROLE_KEY: SECRET_KEY,
      },
    },
  );
  return Number(printed);
}
