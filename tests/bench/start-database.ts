import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyEmptyDatabase, makeEmptyDatabase } from "../../e2e/support/empty-database.ts";
import { fillDatabase, startBackend, type TestBackend } from "../support/database/backend.ts";
import { startPostgres } from "../support/database/postgres.ts";

export const DATABASE_NAMES = { pglite: "embedded", postgres: "PostgreSQL" };
export type DatabaseName = keyof typeof DATABASE_NAMES;

/** A backend on an empty database of a kind, which ends with it: on the disk, as the product keeps its own. */
export async function startDatabase(kind: DatabaseName): Promise<TestBackend> {
  const { place, remove } = await (kind === "pglite" ? newDirectory() : newServer());
  const backend = await startBackend(kind, place);
  return { ...backend, stop: () => backend.stop().then(remove) };
}

async function newDirectory() {
  await makeEmptyDatabase();
  const place = mkdtempSync(join(tmpdir(), "bench-"));
  copyEmptyDatabase(place);
  return { place, remove: () => rmSync(place, { recursive: true }) };
}

async function newServer() {
  const server = await startPostgres();
  const place = await server.createDatabase("bench");
  await fillDatabase(place, { withMigrations: true });
  return { place, remove: server.stop };
}
