import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { build } from "vite";
import { ROOT } from "../process/settings.ts";

const BUILDS = join(ROOT, "node_modules/.cache/product");
const INPUTS = [
  ".env",
  ".env.local",
  ".env.production",
  ".env.production.local",
  "index.html",
  "package.json",
  "package-lock.json",
  "public",
  "src",
  "supabase/functions/_shared",
  "tailwind.config.ts",
  "vite.config.ts",
  "vite.documents.ts",
];
const brotli = promisify(brotliCompress);
/** A product that is running may serve an older build: for a week it is kept. */
const OLD_MS = 7 * 86_400_000;

/** Makes this process build pages that call their own origin and read the key from the page itself. */
export function buildForEmbeddedBackend(): void {
  process.env["VITE_SUPABASE_URL"] = "";
  process.env["VITE_SUPABASE_PUBLISHABLE_KEY"] = "";
}

/**
 * Builds the app for the embedded backend, unless that was done for the same sources. Returns the directory. It is not
 * `dist`, which belongs to `npm run build` and may be meant for a hosted project.
 */
export async function buildApp(say: (line: string) => void): Promise<string> {
  const directory = join(BUILDS, fingerprint());
  if (existsSync(directory)) {
    utimesSync(directory, new Date(), new Date());
    return directory;
  }
  say("Building the app.");
  const unfinished = `${directory}.${process.pid}`;
  const environment = { ...process.env };
  // Vite keeps a NODE_ENV that is there. With that of tests the page would hold React's development build.
  process.env["NODE_ENV"] = "production";
  await build({
    root: ROOT,
    // Warnings are for whoever changes the build: `npm run build` prints them.
    logLevel: "error",
    mode: "production",
    build: { outDir: unfinished, emptyOutDir: true },
  });
  // Tests started from this process would load React's production build.
  process.env = environment;
  const compressed = globSync(join(unfinished, "assets/*.{js,css}")).map(async (path) =>
    writeFile(`${path}.br`, await brotli(await readFile(path))),
  );
  await Promise.all(compressed);
  try {
    renameSync(unfinished, directory);
  } catch (error) {
    // Another process has finished the same build first.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  }
  removeOld(directory);
  return directory;
}

/** A hash of everything that goes into the build. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const paths = globSync(
    INPUTS.flatMap((path) => [path, `${path}/**`]),
    { cwd: ROOT },
  );
  for (const path of paths.toSorted()) {
    if (!statSync(join(ROOT, path)).isFile()) continue;
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  }
  const env = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith("VITE_") ? [`${name}=${value}`] : [],
  );
  return hash.update(env.toSorted().join("\0")).digest("hex").slice(0, 16);
}

function removeOld(keep: string): void {
  mkdirSync(BUILDS, { recursive: true });
  for (const name of readdirSync(BUILDS)) {
    const directory = join(BUILDS, name);
    const age =
      Date.now() - (statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (directory !== keep && age > OLD_MS) rmSync(directory, { recursive: true, force: true });
  }
}
