import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createPgliteConnection, type PgliteConnection } from "@supabase/lite/pglite";

const ROOT = resolve(import.meta.dirname, "../../..");

/** The dump of an empty database: loading it takes a quarter of the time that creating a database does. */
function dumpFile(): string {
  const manifest = readFileSync(join(ROOT, "node_modules/@supabase/lite/package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  return join(ROOT, `node_modules/.cache/database-tests/pglite-${version}.tar`);
}

/** A database in memory without a table of ours. */
export async function openEmptyPglite(): Promise<PgliteConnection> {
  const loadDataDir = new Blob([readFileSync(dumpFile())]);
  const connection = await createPgliteConnection({
    url: "memory://",
    pgliteOptions: { loadDataDir },
  });
  await connection.driver.waitReady;
  return connection;
}

/** Vitest's global setup: dumps an empty database, once per machine and version. */
export async function setup(): Promise<void> {
  const file = dumpFile();
  if (existsSync(file)) return;
  const { driver } = await createPgliteConnection({ url: "memory://" });
  await driver.waitReady;
  const dump = await driver.dumpDataDir("none");
  await driver.close();
  const unfinished = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()));
  renameSync(unfinished, file);
}
