import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createPgliteConnection, type PgliteConnection } from "@supabase/lite/pglite";
import { createPostgresConnection, type PostgresConnection } from "@supabase/lite/postgres";
import postgres from "postgres";
import { codeOf, messageOf, StartError } from "../process/start-error.ts";
import { lendSturdily } from "./sturdy-pool.ts";

/** Longer statements are ended; nothing the product asks takes a second. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** The oldest PostgreSQL that the product is tested on. */
const OLDEST_SERVER = 15;

/** Connections to a server that requests use at the same time. */
const MOST_CONNECTIONS = 16;

/** What is shown of an error of the database, besides its message. */
const PRINTED = new Set(["code", "severity", "schema", "table", "constraint", "routine"]);

/** A database with what its connection lacks: a script run as one transaction, and the rows of a query. */
export type OpenDatabase = {
  connection: PgliteConnection | PostgresConnection;
  run: (script: string) => Promise<void>;
  rows: (query: string, values?: string[]) => Promise<Record<string, unknown>[]>;
  /** Where the embedded database lies; absent on a server. */
  folder?: string;
};

/** Opens the embedded database, or the server that DATABASE_URL names; a StartError when that cannot be done. */
export async function openDatabase(
  dataDir: string,
  databaseUrl: string | undefined,
): Promise<OpenDatabase> {
  return databaseUrl ? openServer(databaseUrl) : openEmbedded(join(dataDir, "database"));
}

async function openEmbedded(directory: string) {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // PGlite would wait for ever for a database that it cannot make over the files of another.
    if (readdirSync(directory).length > 0 && !existsSync(join(directory, "PG_VERSION"))) {
      throw new Error("There is no PG_VERSION.");
    }
    const connection = withUnprintedValues(await createPgliteConnection({ url: directory }));
    await connection.driver.waitReady;
    await connection.driver.exec(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    return { ...pgliteDatabase(connection), folder: directory };
  } catch (error) {
    const why = codeOf(error) || "it is damaged";
    throw new StartError(
      `The data in ${directory} cannot be opened (${why}). Put a copy of the folder from before in its place, or remove it to start anew.`,
    );
  }
}

/** Adds to a PGlite connection what it lacks; for tests too. */
export function pgliteDatabase(connection: PgliteConnection): OpenDatabase {
  const { driver } = connection;
  return {
    connection,
    run: async (script) => {
      await driver.transaction((transaction) => transaction.exec(script));
    },
    rows: async (query, values = []) =>
      (await driver.query<Record<string, unknown>>(query, values)).rows,
  };
}

async function openServer(url: string) {
  await reach(url);
  const connection = withUnprintedValues(
    createPostgresConnection({
      url,
      postgresOptions: {
        onnotice: () => undefined,
        connection: { statement_timeout: STATEMENT_TIMEOUT_MS },
      },
    }),
  );
  return postgresDatabase(connection);
}

/** The same for a connection to a server, which from then on outlives a restart of it. */
export function postgresDatabase(connection: PostgresConnection): OpenDatabase {
  const { driver } = connection;
  lendSturdily(driver, MOST_CONNECTIONS);
  return {
    connection: withRoleTimeouts(preparedOnce(connection)),
    run: async (script) => {
      await driver.begin((transaction) => transaction.unsafe(script));
    },
    rows: async (query, values = []) => [...(await driver.unsafe(query, values))],
  };
}

/** Keeps the values of statements, which people wrote, out of the errors that the backend prints. */
function withUnprintedValues<Connection extends { normalizeDbError(error: unknown): unknown }>(
  connection: Connection,
): Connection {
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const normal = normalize(error);
    if (normal instanceof Error) {
      for (const name of Object.keys(normal)) {
        if (!PRINTED.has(name)) Object.defineProperty(normal, name, { enumerable: false });
      }
    }
    return normal;
  };
  return connection;
}

/** The first request gives its roles their rights; two that did so at once would fail. So the others wait for one. */
function preparedOnce(connection: PostgresConnection): PostgresConnection {
  const withContext = connection.withContext.bind(connection);
  let prepared: Promise<void> | undefined;
  connection.withContext = async (vars, run, options) => {
    await (prepared ??= withContext(vars, async () => undefined).catch(() => {
      prepared = undefined;
    }));
    return withContext(vars, run, options);
  };
  return connection;
}

/** Applies a role's own statement timeout to each of its requests, as a hosted project does. */
function withRoleTimeouts(connection: PostgresConnection): PostgresConnection {
  const withContext = connection.withContext.bind(connection);
  const sql = `select set_config('statement_timeout', split_part(setting, '=', 2), true)
    from pg_roles, unnest(rolconfig) setting
    where rolname = current_user and setting like 'statement_timeout=%'`;
  connection.withContext = (vars, run, options) =>
    withContext(
      vars,
      async (transaction) => {
        await transaction.executeQuery({
          sql,
          parameters: [],
          query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
          queryId: { queryId: "role timeouts" },
        });
        return run(transaction);
      },
      options,
    );
  return connection;
}

async function reach(url: string): Promise<void> {
  const probe = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => undefined });
  try {
    const [row] = await probe`select current_setting('server_version_num') as version`;
    const fault = versionFault(Number(row?.["version"]));
    if (fault !== undefined) throw new Error(fault);
  } catch (error) {
    const { hostname, port } = new URL(url);
    const why = codeOf(error) || messageOf(error);
    throw new StartError(`DATABASE_URL: ${hostname}:${port || 5432} cannot be used (${why}).`);
  } finally {
    await probe.end({ timeout: 1 });
  }
}

/** Why a server of this version cannot be used, if it is too old. PostgreSQL 14.12 has the number 140012. */
export function versionFault(version: number): string | undefined {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  if (major >= OLDEST_SERVER) return undefined;
  return `PostgreSQL ${major}.${minor}; the product needs ${OLDEST_SERVER} or newer`;
}
