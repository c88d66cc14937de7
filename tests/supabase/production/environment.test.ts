import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { links, privacyEmail } from "#lib/env.ts";
import { MODEL_IDS, MODELS } from "#models";
import { readUsageLimits } from "../../../supabase/functions/_shared/limits.ts";
import { readProviderSettings } from "../../../supabase/functions/_shared/providers/provider-settings.ts";
import { readStreamLimits } from "../../../supabase/functions/_shared/providers/stream-limits.ts";
import { readMembershipSettings } from "../../../supabase/functions/membership_webhook/settings-rules.ts";
import { readSettings as readLocalSettings } from "../../../supabase/local/process/settings.ts";
import { ROOT } from "../../../supabase/local/process/settings.ts";
import { documentedDefaults, documentedVariables } from "./variables.ts";

/** Where a person's settings are read. */
const CODE = [
  "src/**/*.{ts,tsx}",
  "supabase/functions/**/*.ts",
  "supabase/local/**/*.{ts,mjs}",
  "vite.config.ts",
];

/** Names in capitals that are no setting of the product. */
const NOT_SETTINGS = new Map([
  ["INITIAL_SESSION", "an event of the sign-in client"],
  ["IS_SHELL", "a constant of the page"],
  ["CONNECTION_CLOSED", "an error code of the database's client"],
  ["NAME", "stands for any name in a comment"],
  ["SUPABASE_ANON_KEY", "told to the functions as a hosted project would; none of them reads it"],
  ["FUNCTIONS_PORT", "told to the functions' process by the one that starts it"],
  ["LITE_AUTH_BCRYPT_COST", "lowered for the tests"],
  ["NODE_ENV", "set by the build itself, whatever it is elsewhere"],
  ["LITE_TELEMETRY", "switched off for the process by the launcher"],
  ["DENO_DIR", "told to Deno by the process that starts it"],
  ["DENO_NO_UPDATE_CHECK", "told to Deno by the process that starts it"],
  ["NO_COLOR", "told to Deno by the process that starts it"],
  ["DENO_CERT", "the machine's, passed on to Deno"],
  ["HTTP_PROXY", "the machine's, passed on to Deno"],
  ["HTTPS_PROXY", "the machine's, passed on to Deno"],
  ["NO_PROXY", "the machine's, passed on to Deno"],
]);

/** Everything in capitals that is quoted, names a property, or is read off something called env. */
const NAMES = [
  /["'`]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)["'`]/g,
  /(?<!const )\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\??:/g,
  /[eE]nv(?: as \w+\))?(?:\.|\(|\[)["'`]?([A-Z][A-Z0-9_]+)/g,
];

function usedVariables(): Set<string> {
  const used = new Set<string>();
  // These are put together from parts, so they are asked for instead of looked for.
  readProviderSettings((name) => {
    used.add(name);
    return undefined;
  });
  for (const file of globSync(CODE, { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const pattern of NAMES) {
      for (const [, name = ""] of text.matchAll(pattern)) used.add(name);
    }
  }
  return used;
}

describe("the README's configuration table", () => {
  const documented = documentedVariables();
  const used = usedVariables();

  it("the README's configuration table names every variable once", () => {
    expect(documented).toEqual([...new Set(documented)]);
    expect(documented.length).toBeGreaterThan(15);
  });

  it("the README's configuration table holds every variable that the code reads", () => {
    const missing = [...used].filter(
      (name) => !documented.includes(name) && !NOT_SETTINGS.has(name),
    );
    expect(missing).toEqual([]);
  });

  it("the README's configuration table holds no variable that the code does not read", () => {
    expect(documented.filter((name) => !used.has(name))).toEqual([]);
  });

  it("the README's configuration table gives the defaults that the code has", () => {
    const nothing = () => undefined;
    const limits = readUsageLimits(nothing);
    const modelNames = MODEL_IDS.map((id) => [MODELS[id].override, MODELS[id].names.join(",")]);
    const { OPENAI_BASE_URL, ANTHROPIC_BASE_URL, DATA_DIR, ...others } = documentedDefaults();
    expect(others).toEqual({
      ...Object.fromEntries(modelNames),
      PORT: String(readLocalSettings({}).port),
      XAI_BASE_URL: readProviderSettings(nothing).providers.xai.baseURL,
      TURNS_PER_MINUTE: String(limits.turnsPerMinute),
      TURNS_PER_DAY: String(limits.turnsPerDay),
      CHATS_PER_MINUTE: String(limits.chatsPerMinute),
      SEARCHES_PER_MINUTE: String(limits.searchesPerMinute),
      MEMBERSHIP_GRACE_DAYS: String(readMembershipSettings(nothing).graceDays),
      REPLY_SECONDS: String(readStreamLimits(nothing).totalMs / 1000),
      VITE_BILLING_URL: links.billing,
      VITE_UPGRADE_URL: links.upgrade,
      VITE_DOWNLOAD_URL: links.download,
      VITE_PRIVACY_EMAIL: privacyEmail,
    });
    expect(join(ROOT, DATA_DIR ?? "")).toBe(readLocalSettings({}).dataDir);
    const providers = globSync("supabase/functions/_shared/providers/*.ts", { cwd: ROOT });
    const code = providers.map((file) => readFileSync(join(ROOT, file), "utf8")).join("\n");
    expect(code).toContain(`"${OPENAI_BASE_URL}"`);
    expect(code).toContain(`"${ANTHROPIC_BASE_URL}"`);
  });

  it("each variable that the README need not name is still read by the code", () => {
    expect([...NOT_SETTINGS.keys()].filter((name) => !used.has(name))).toEqual([]);
  });
});
