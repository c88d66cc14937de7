import { readFileSync } from "node:fs";
import { createPgliteConnection, type PgliteConnection } from "@supabase/lite/pglite";
import {
  dumpOf,
  type EmptyDatabase,
  makeEmptyDatabase,
} from "../../../e2e/support/empty-database.ts";

/** Vitest's global setup. */
export const setup = makeEmptyDatabase;

/** An empty database in memory. */
export async function openEmptyPglite(content: EmptyDatabase): Promise<PgliteConnection> {
  const loadDataDir = new Blob([readFileSync(dumpOf(content))]);
  const connection = await createPgliteConnection({
    url: "memory://",
    pgliteOptions: { loadDataDir },
  });
  await connection.driver.waitReady;
  return connection;
}
