import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { newFolder } from "../../support/new-folder.ts";
import { documentedVariables } from "./variables.ts";

const VITE = join(ROOT, "node_modules/vite/bin/vite.js");
/** Variables of a build machine that are nobody's business, beside those of our own server side. */
const OTHERS = [
  "VITE_OTHER_TOKEN",
  "GITHUB_TOKEN",
  "SUPABASE_ACCESS_TOKEN",
  "SUPABASE_DB_PASSWORD",
];

const valueOf = (name: string) => `value-of-${name.toLowerCase()}`;

describe("what npm run build makes for a browser", () => {
  const folder = newFolder();
  const variables = documentedVariables();
  const meant = variables.filter((name) => name.startsWith("VITE_"));
  let files: { name: string; text: string }[];
  const holding = (what: string | RegExp) =>
    files.filter(({ text }) => (typeof what === "string" ? text.includes(what) : what.test(text)));

  beforeAll(async () => {
    const values = Object.fromEntries(
      [...variables, ...OTHERS].map((name) => [name, valueOf(name)]),
    );
    const env = { ...process.env, NODE_ENV: "production", ...values };
    await promisify(execFile)(
      process.execPath,
      [VITE, "build", "--outDir", folder, "--emptyOutDir", "--logLevel", "error"],
      { cwd: ROOT, env: { ...env, VITE_SUPABASE_URL: `https://${valueOf("VITE_SUPABASE_URL")}` } },
    );
    files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((name) => ({ name, text: readFileSync(name, "latin1") }));
  });

  it("the built page holds the settings that are meant for it", () => {
    expect(meant.length).toBeGreaterThan(4);
    expect(meant.filter((name) => holding(valueOf(name)).length === 0)).toEqual([]);
  });

  it("the built page holds no other variable of the machine that it was built on", () => {
    const others = [...variables, ...OTHERS].filter((name) => !meant.includes(name));
    expect(others).toContain("OPENAI_API_KEY");
    expect(others.filter((name) => holding(valueOf(name)).length > 0)).toEqual([]);
  });

  it("the built page holds nothing that looks like a secret", () => {
    const secrets = [
      /sb_secret_\w{8}/,
      /\bsk-[\w-]{20}/,
      /\bxai-\w{20}/,
      /whsec_\w{8}/,
      /\beyJ[\w-]{20,}\.eyJ/,
      /-----BEGIN/,
      /postgres(ql)?:\/\//,
    ];
    expect(secrets.flatMap((secret) => holding(secret))).toEqual([]);
  });

  it("the built page comes without source maps and without a word about the machine", () => {
    expect(files.filter(({ name }) => name.endsWith(".map"))).toEqual([]);
    expect(holding("sourceMappingURL")).toEqual([]);
    expect(holding(ROOT)).toEqual([]);
  });

  it("the built page holds none of the server's libraries", () => {
    expect(holding(/ZodError|invalid_union/)).toEqual([]);
    expect(holding(/api\.openai\.com|api\.anthropic\.com|api\.x\.ai/)).toEqual([]);
    expect(holding(/WebhookVerificationError|whsec/)).toEqual([]);
  });
});
