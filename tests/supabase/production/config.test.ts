import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { PROJECT } from "./management-api.ts";
import { type Rehearsal, startRehearsal } from "./supabase-cli.ts";

/** `https://YOUR-DOMAIN` until someone puts their own in its place. */
const SITE = /^site_url = "(https:\/\/[\w.-]+)"$/m.exec(
  readFileSync(join(ROOT, "supabase/config.toml"), "utf8"),
)?.[1];
const WARNING = /warn|deprecated|does not recognize/i;

describe("supabase/config.toml, read by the Supabase CLI", () => {
  let rehearsal: Rehearsal;
  const diff = () =>
    rehearsal.supabase("config", "diff", `--remote=${PROJECT}`, "--output-format=json");

  beforeAll(async () => {
    rehearsal = await startRehearsal();
  });
  afterAll(() => rehearsal.stop());

  it("the Supabase CLI accepts config.toml without a warning", async () => {
    const { code, output } = await diff();
    expect(output).not.toMatch(WARNING);
    expect(code).toBe(0);
  });

  it("an operator who pushes config.toml sets a fresh project up for this product", async () => {
    const { changes } = JSON.parse((await diff()).stdout) as {
      changes: { path: string[]; local: unknown }[];
    };
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

  it("the Supabase CLI warns about a mistyped key in config.toml", async () => {
    appendFileSync(join(rehearsal.folder, "supabase/config.toml"), "\nverify_jtw = false\n");
    const { output } = await diff();
    expect(output).toMatch(WARNING);
  });
});
