import {
  fillDatabase,
  type Kind,
  startBackend,
  type TestBackend,
} from "../support/database/backend.ts";
import { setup as dumpEmptyPglite } from "../support/database/pglite.ts";
import { startPostgres } from "../support/database/postgres.ts";

export const DATABASE_NAMES = { pglite: "embedded", postgres: "PostgreSQL" };

/** A backend on an empty database of a kind, which ends with it. */
export async function startDatabase(kind: Kind): Promise<TestBackend> {
  if (kind === "pglite") {
    await dumpEmptyPglite();
    return startBackend(kind);
  }
  const server = await startPostgres();
  const url = await server.createDatabase("bench");
  await fillDatabase(url, { withMigrations: true });
  const backend = await startBackend(kind, url);
  return {
    ...backend,
    stop: async () => {
      await backend.stop();
      await server.stop();
    },
  };
}
