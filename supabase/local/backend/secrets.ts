import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateApiKey } from "@supabase/lite";
import { z } from "zod";
import { codeOf, StartError } from "../process/start-error.ts";

/** Secrets from published examples and default configurations. Anyone could sign tokens with these. */
const KNOWN = new Set([
  "unsafe-secret-change-me",
  "super-secret-jwt-token-with-at-least-32-characters-long",
  "your-super-secret-jwt-token-with-at-least-32-characters-long",
  "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH",
  "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz",
]);

const unknownToOthers = z.string().refine((value) => !KNOWN.has(value), "is publicly known");
const schema = z.object({
  jwtSecret: unknownToOthers.min(32),
  publishableKey: unknownToOthers.startsWith("sb_publishable_").min(32),
  secretKey: unknownToOthers.startsWith("sb_secret_").min(32),
});
export type Secrets = z.infer<typeof schema>;

const secretsFile = (dataDir: string) => join(dataDir, "secrets.json");

/** Returns the secrets of a data directory. Makes new ones, readable by their owner only, when there are none. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const existing = readSecrets(dataDir);
  if (existing) return existing;
  const secrets = {
    jwtSecret: randomBytes(48).toString("base64url"),
    publishableKey: (await generateApiKey("publishable")).key,
    secretKey: (await generateApiKey("secret")).key,
  };
  const file = secretsFile(dataDir);
  try {
    writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600, flag: "wx" });
  } catch (error) {
    const code = codeOf(error);
    throw unusable(file, code === "EEXIST" ? "it is a link that leads nowhere" : code);
  }
  return secrets;
}

function unusable(file: string, why: string): StartError {
  return new StartError(`${file} cannot be used (${why}). Mend it, or remove it to mint new ones.`);
}

/** Returns undefined when there are none yet. Throws a StartError when they are damaged, too short or publicly known. */
export function readSecrets(dataDir: string): Secrets | undefined {
  const file = secretsFile(dataDir);
  try {
    const secrets = schema.parse(JSON.parse(readFileSync(file, "utf8")));
    chmodSync(file, 0o600);
    return secrets;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    const why =
      error instanceof z.ZodError
        ? error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ")
        : codeOf(error) || "it is not JSON";
    throw unusable(file, why);
  }
}
