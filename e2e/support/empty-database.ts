import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { openDatabase } from "../../supabase/local/backend/database.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Where an empty database is kept, so that not every product of the tests spends seconds on making one. */
function template(): string {
  const manifest = readFileSync(join(ROOT, "node_modules/@supabase/lite/package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  return join(ROOT, `node_modules/.cache/product-tests/empty-${version}`);
}

/** Makes the empty database, if there is none yet. */
export async function makeEmptyDatabase(): Promise<void> {
  if (existsSync(template())) return;
  const unfinished = `${template()}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const { connection } = await openDatabase(unfinished, undefined);
  await connection.close();
  if (existsSync(template())) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, template());
}

/** Puts a copy of it into a new data directory; without one the product makes its own. */
export function copyEmptyDatabase(dataDir: string): void {
  if (existsSync(template())) cpSync(template(), dataDir, { recursive: true });
}
