import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { loadSecrets, readSecrets } from "../../../../supabase/local/backend/secrets.ts";
import { newFolder } from "../../../support/new-folder.ts";

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = newFolder(onTestFinished);
  file = join(dataDir, "secrets.json");
});

it("a new data directory gets secrets of its own, readable by their owner only, and keeps them", async () => {
  expect(readSecrets(dataDir)).toBeUndefined();
  const secrets = await loadSecrets(dataDir);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await loadSecrets(dataDir)).toEqual(secrets);
  expect(secrets.jwtSecret.length).toBeGreaterThanOrEqual(64);
});

it.each([
  ["is publicly known", "unsafe-secret-change-me"],
  ["is publicly known", "super-secret-jwt-token-with-at-least-32-characters-long"],
  ["Too small", "short"],
])("a token secret that %s is refused and left as it is", async (why, jwtSecret) => {
  const secrets = JSON.stringify({
    jwtSecret,
    publishableKey: "sb_publishable_0123456789012345678901234567",
    secretKey: "sb_secret_0123456789012345678901234567890123",
  });
  writeFileSync(file, secrets);
  await expect(loadSecrets(dataDir)).rejects.toThrow(why);
  expect(readFileSync(file, "utf8")).toBe(secrets);
});

it("a damaged file is refused with advice", () => {
  writeFileSync(file, "{");
  expect(() => readSecrets(dataDir)).toThrow(
    `${file} cannot be used (it is not JSON). Mend it, or remove it to mint new ones.`,
  );
});

it("a link that leads nowhere is refused with advice", async () => {
  symlinkSync(join(dataDir, "elsewhere"), file);
  await expect(loadSecrets(dataDir)).rejects.toThrow(
    `${file} cannot be used (it is a link that leads nowhere). Mend it, or remove it to mint new ones.`,
  );
});
