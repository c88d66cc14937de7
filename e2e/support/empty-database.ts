import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { openDatabase } from "../../supabase/local/backend/database.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Where an empty database is kept: creating one takes seconds, copying it does not. */
function template(): string {
  const manifest = readFileSync(join(ROOT, "node_modules/@supabase/lite/package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  return join(ROOT, `node_modules/.cache/product-tests/empty-${version}`);
}

/** Creates the empty database, if there is none yet. */
export async function makeEmptyDatabase(): Promise<void> {
  if (existsSync(template())) return;
  const unfinished = `${template()}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const { connection } = await openDatabase(unfinished, undefined);
  await connection.close();
  if (existsSync(template())) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, template());
}

/** Copies the empty database into a new data directory. Without one the product creates its own. */
export function copyEmptyDatabase(dataDir: string): void {
  if (existsSync(template())) cpSync(template(), dataDir, { recursive: true });
}
