import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { PROJECT } from "./management-api.ts";
import { type Rehearsal, startRehearsal } from "./supabase-cli.ts";

const CONFIG = readFileSync(join(ROOT, "supabase/config.toml"), "utf8");
/** `https://YOUR-DOMAIN` until someone puts their own in its place. */
const SITE = /^site_url = "(https:\/\/[\w.-]+)"$/m.exec(CONFIG)?.[1];

/** The keys of a config.toml, each with its table; a function's name is none. */
function keysOf(config: string): string[] {
  let table = "";
  return config.split("\n").flatMap((line) => {
    table = /^\[(.+)\]$/.exec(line)?.[1]?.replace(/^functions\..*/, "functions") ?? table;
    const key = /^(\w+) = /.exec(line)?.[1];
    return key === undefined ? [] : `${table}.${key}`;
  });
}

describe("supabase/config.toml, read by the Supabase CLI", () => {
  let rehearsal: Rehearsal;

  beforeAll(async () => {
    rehearsal = await startRehearsal();
  });
  afterAll(() => rehearsal.stop());

  it("an operator who pushes config.toml sets a fresh project up for this product, without a warning", async () => {
    const diff = ["config", "diff", `--project-ref=${PROJECT}`, "--output-format=json"];
    const { code, output, stdout } = await rehearsal.supabase(...diff);
    expect(output).not.toMatch(/warn|deprecated/i);
    expect(code).toBe(0);
    const { changes } = JSON.parse(stdout) as { changes: { path: string[]; local: unknown }[] };
    expect(Object.fromEntries(changes.map(({ path, local }) => [path.join("."), local]))).toEqual({
      "api.max_rows": 50,
      "api.schemas": ["public"],
      "auth.additional_redirect_urls": [`${SITE}/`, `${SITE}/settings/account`],
      "auth.email.enable_confirmations": true,
      "auth.email.secure_password_change": true,
      "auth.enable_anonymous_sign_ins": false,
      "auth.enable_signup": true,
      "auth.minimum_password_length": 6,
      "auth.site_url": SITE,
      "db.major_version": 17,
    });
  });

  it("an operator who sets secrets from the functions' settings file sends each of its values", async () => {
    const file = join(rehearsal.folder, "supabase/functions/.env");
    writeFileSync(file, "OPENAI_API_KEY=sk-rehearsal\nTURNS_PER_DAY=100\n");
    const { code } = await rehearsal.change("secrets", "set", "--env-file", file);
    expect(code).toBe(0);
    expect(rehearsal.api.changes).toEqual([
      {
        method: "POST",
        path: `/v1/projects/${PROJECT}/secrets`,
        body: [
          { name: "OPENAI_API_KEY", value: "sk-rehearsal" },
          { name: "TURNS_PER_DAY", value: "100" },
        ],
      },
    ]);
  });

  // The CLI passes over a key that it does not know without a word.
  it("config.toml has no key that the Supabase CLI does not write into a new one", async () => {
    const blank = join(rehearsal.folder, "blank");
    await rehearsal.supabase("init", `--workdir=${blank}`);
    await rehearsal.supabase("functions", "new", "hello", `--workdir=${blank}`);
    const known = keysOf(readFileSync(join(blank, "supabase/config.toml"), "utf8"));
    const unknown = (config: string) => keysOf(config).filter((key) => !known.includes(key));
    expect(unknown(CONFIG.replace("verify_jwt", "verify_jtw"))).toEqual(["functions.verify_jtw"]);
    expect(unknown(CONFIG)).toEqual([]);
  });
});
