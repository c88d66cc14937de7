import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createPgliteConnection, type PgliteConnection } from "@supabase/lite/pglite";

const ROOT = resolve(import.meta.dirname, "../../..");

/** The dump of an empty database: loading it takes a quarter of the time that creating a database does. */
function dumpFile(): string {
  const manifest = readFileSync(join(ROOT, "node_modules/@supabase/lite/package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  return join(ROOT, `node_modules/.cache/database-tests/pglite-${version}.tar`);
}

/** A database in memory without a table of ours. The first one of a machine is dumped, the others are loaded. */
export async function openEmptyPglite(): Promise<PgliteConnection> {
  const file = dumpFile();
  if (existsSync(file)) {
    const loadDataDir = new Blob([readFileSync(file)]);
    return ready(
      await createPgliteConnection({ url: "memory://", pgliteOptions: { loadDataDir } }),
    );
  }
  const connection = await ready(await createPgliteConnection({ url: "memory://" }));
  const dump = await connection.driver.dumpDataDir("none");
  const unfinished = `${file}.${process.pid}`;
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()));
  renameSync(unfinished, file);
  return connection;
}

async function ready(connection: PgliteConnection): Promise<PgliteConnection> {
  await connection.driver.waitReady;
  return connection;
}
