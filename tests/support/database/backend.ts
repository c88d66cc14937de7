import { App } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#database";
import {
  type OpenDatabase,
  openDatabase,
  pgliteDatabase,
  postgresDatabase,
} from "../../../supabase/local/backend/database.ts";
import { MAX_ROWS } from "../../../supabase/local/backend/embedded-backend.ts";
import { applyMigrations } from "../../../supabase/local/backend/migrations.ts";
import { keepOrClose, rememberStructure, takeKept } from "./kept-pglite.ts";
import { openEmptyPglite } from "./pglite.ts";
import type { Server } from "./postgres.ts";
import { newDatabase } from "./shared-postgres.ts";

/** `postgres` is the newest one. */
export type Kind = "pglite" | Server;
export type DatabaseClient = SupabaseClient<Database>;
/** Someone who signed up: `client` asks as they would from the browser. */
export type Person = { id: string; email: string; token: string; client: DatabaseClient };

/** What Supabase itself brings: sign-in, and a database without a table of ours. */
export type EmptyBackend = {
  app: App;
  database: OpenDatabase;
  /** As the database's owner, past every policy. */
  sql: <Row>(query: string, ...values: unknown[]) => Promise<Row[]>;
  /** Where a real PostgreSQL listens; undefined on PGlite. */
  url: string | undefined;
  stop: () => Promise<void>;
};

export type TestBackend = EmptyBackend & {
  /** A client with the service role's key, as the functions have it. */
  service: DatabaseClient;
  /** Calls a function with the service role's key, over REST. */
  rpc: (name: keyof Database["public"]["Functions"], args: object) => Promise<unknown>;
  signUp: (email: string, metadata?: object) => Promise<Person>;
  /** A raw request to the product's origin with the publishable key, signed in when a person is given. */
  request: (path: string, init?: RequestInit, person?: Person) => Promise<Response>;
};

const ORIGIN = "http://127.0.0.1";
const PUBLISHABLE_KEY = "sb_publishable_tests";
export const SECRET_KEY = "sb_secret_tests";

/**
 * A fresh database of either kind with the repository's migrations applied, served as the product serves it; with `place`
 * the one at that URL or in that data directory.
 */
export async function startBackend(kind: Kind, place?: string): Promise<TestBackend> {
  const started =
    kind === "pglite"
      ? await startMigratedPglite(place)
      : await startOnPostgres("migrations", kind, place);
  const { app } = started;
  let isStopped = false;
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    if (isStopped) throw new Error("The backend has been stopped.");
    return app.fetch(new Request(input, init));
  };
  const client = (key: string, token?: string) =>
    createClient<Database>(ORIGIN, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } },
    });
  const service = client(SECRET_KEY);

  return {
    ...started,
    stop: () => {
      isStopped = true;
      return started.stop();
    },
    service,
    rpc: async (name, args) => {
      const { data, error } = await service.rpc(name, args as never);
      if (error !== null) throw new Error(error.message);
      return data;
    },
    signUp: async (email, metadata = {}) => {
      const { data, error } = await client(PUBLISHABLE_KEY).auth.signUp({
        email,
        password: "correct-horse",
        options: { data: metadata },
      });
      if (error !== null || data.session === null) throw new Error(`No sign-up: ${error?.message}`);
      const token = data.session.access_token;
      return { id: data.session.user.id, email, token, client: client(PUBLISHABLE_KEY, token) };
    },
    request: (path, init = {}, person) =>
      fetch(new URL(path, ORIGIN), {
        ...init,
        headers: {
          apikey: PUBLISHABLE_KEY,
          "content-type": "application/json",
          ...(person === undefined ? {} : { authorization: `Bearer ${person.token}` }),
          ...Object.fromEntries(new Headers(init.headers)),
        },
      }),
  };
}

/** The same before any migration. */
export function startEmptyBackend(kind: Kind): Promise<EmptyBackend> {
  return kind === "pglite" ? startPglite() : startOnPostgres("supabase", kind);
}

/** Makes a new database of PostgreSQL one that Supabase has prepared, and applies the migrations if told to. */
export async function fillDatabase(url: string, { withMigrations }: { withMigrations: boolean }) {
  const database = openPostgres(url);
  await serve(database);
  if (withMigrations) await applyMigrations(database);
  await database.connection.close();
}

/** Without a data directory one in memory: one that an earlier test file has used and left empty, or a new one. */
async function startMigratedPglite(dataDir?: string): Promise<EmptyBackend> {
  const database = dataDir
    ? await openDatabase(dataDir, undefined)
    : (takeKept() ?? (await openMigratedPglite()));
  return {
    ...(await serve(database)),
    url: undefined,
    stop: () => (dataDir ? database.connection.close() : keepOrClose(database)),
  };
}

async function openMigratedPglite(): Promise<OpenDatabase> {
  const database = pgliteDatabase(await openEmptyPglite("migrated"));
  const { app } = await serve(database);
  // The first request of the REST surface opens every grant.
  await app.fetch(new Request(`${ORIGIN}/rest/v1/chats`, { headers: { apikey: SECRET_KEY } }));
  await rememberStructure(database);
  return database;
}

async function startPglite(): Promise<EmptyBackend> {
  const database = pgliteDatabase(await openEmptyPglite("unseen"));
  return {
    ...(await serve(database)),
    url: undefined,
    stop: () => database.connection.close(),
  };
}

async function startOnPostgres(
  content: "supabase" | "migrations",
  server: Server,
  own?: string,
): Promise<EmptyBackend> {
  const url = own ?? (await newDatabase(content, server));
  const database = openPostgres(url);
  return {
    ...(await serve(database)),
    url,
    stop: () => database.connection.close(),
  };
}

function openPostgres(url: string): OpenDatabase {
  return postgresDatabase(
    createPostgresConnection({ url, postgresOptions: { onnotice: () => undefined } }),
  );
}

async function serve(
  database: OpenDatabase,
): Promise<Pick<EmptyBackend, "app" | "database" | "sql">> {
  const app = new App({
    connection: database.connection,
    auth: {
      enabled: true,
      jwt_secret: crypto.randomUUID() + crypto.randomUUID(),
      publishable_key: PUBLISHABLE_KEY,
      secret_key: SECRET_KEY,
    },
    api: { max_rows: MAX_ROWS },
    options: { server: { admin: false } },
  });
  await app.init();
  await app.ensureSystemSchema();
  return {
    app,
    database,
    sql: async <Row>(query: string, ...values: unknown[]) =>
      (await database.rows(query, values as string[])) as Row[],
  };
}
