import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type OpenDatabase, openDatabase } from "../../supabase/local/backend/database.ts";
import { openBackend } from "../../supabase/local/backend/embedded-backend.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const DAY_MS = 86_400_000;

/** A data directory that the product has never seen, or one with every migration; neither has a row of ours. */
export type EmptyDatabase = "unseen" | "migrated";

/** Where both are kept: making one takes seconds, copying it does not. */
function kept(): string {
  const hash = createHash("sha256");
  const migrations = join(ROOT, "supabase/migrations");
  for (const file of readdirSync(migrations).toSorted()) {
    hash.update(`${file}\0`).update(readFileSync(join(migrations, file)));
  }
  hash.update(readFileSync(join(ROOT, "node_modules/@supabase/lite/package.json")));
  return join(ROOT, "node_modules/.cache/empty-databases", hash.digest("hex").slice(0, 16));
}

/** The same as a file that PGlite loads into memory. */
export const dumpOf = (content: EmptyDatabase) => join(kept(), `${content}.tar`);

/** Makes the empty databases, if that was not done for the same migrations. */
export async function makeEmptyDatabase(): Promise<void> {
  const directory = kept();
  if (existsSync(directory)) return;
  const unfinished = `${directory}.${process.pid}`;
  const [unseen, migrated] = [join(unfinished, "unseen"), join(unfinished, "migrated")];
  await closeWithDump(await openDatabase(unseen, undefined), unseen);
  cpSync(unseen, migrated, { recursive: true });
  const database = await openDatabase(migrated, undefined);
  const keys = { jwtSecret: "j".repeat(64), publishableKey: "publishable", secretKey: "secret" };
  await openBackend(database, keys, "http://127.0.0.1");
  await closeWithDump(database, migrated);
  try {
    renameSync(unfinished, directory);
  } catch (error) {
    // Another process has made the same first.
    rmSync(unfinished, { recursive: true });
    if (!existsSync(directory)) throw error;
  }
  removeOld(directory);
}

async function closeWithDump({ connection }: OpenDatabase, directory: string): Promise<void> {
  if (!("dumpDataDir" in connection.driver)) throw new Error("Only PGlite can be dumped.");
  const dump = await connection.driver.dumpDataDir("none");
  await connection.close();
  writeFileSync(`${directory}.tar`, new Uint8Array(await dump.arrayBuffer()));
}

function removeOld(keep: string): void {
  for (const name of readdirSync(dirname(keep))) {
    const directory = join(dirname(keep), name);
    const made = statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (name !== basename(keep) && Date.now() - made > DAY_MS) {
      rmSync(directory, { recursive: true, force: true });
    }
  }
}

/** Copies an empty database into a new data directory. Without one the product creates its own. */
export function copyEmptyDatabase(dataDir: string, content: EmptyDatabase = "migrated"): void {
  const from = join(kept(), content);
  if (existsSync(from)) cpSync(from, dataDir, { recursive: true });
}
