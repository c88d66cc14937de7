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
  return kind === "pglite" ? startEmbedded() : startOnServer();
}

async function startEmbedded(): Promise<TestBackend> {
  await makeEmptyDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "bench-"));
  copyEmptyDatabase(dataDir);
  const backend = await startBackend("pglite", dataDir);
  return {
    ...backend,
    stop: async () => {
      await backend.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function startOnServer(): Promise<TestBackend> {
  const server = await startPostgres();
  const url = await server.createDatabase("bench");
  await fillDatabase(url, { withMigrations: true });
  const backend = await startBackend("postgres", url);
  return {
    ...backend,
    stop: async () => {
      await backend.stop();
      await server.stop();
    },
  };
}
