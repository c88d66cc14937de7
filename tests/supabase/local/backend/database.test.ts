import { rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import type { PostgresConnection } from "@supabase/lite/postgres";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { copyEmptyDatabase } from "../../../../e2e/support/empty-database.ts";
import {
  type OpenDatabase,
  openDatabase,
  versionFault,
} from "../../../../supabase/local/backend/database.ts";
import { openBackend } from "../../../../supabase/local/backend/embedded-backend.ts";
import { loadSecrets } from "../../../../supabase/local/backend/secrets.ts";
import { type Postgres, startPostgres } from "../../../support/database/postgres.ts";
import { newFolder } from "../../../support/new-folder.ts";

const directory = newFolder();
let server: Postgres;
let made = 0;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

/** Opens a fresh database with `script` run in it, and passes it on. */
async function inDatabase(script: string, look: (database: OpenDatabase) => Promise<void>) {
  made += 1;
  const database = await openDatabase(directory, await server.createDatabase(`database_${made}`));
  try {
    await database.run(script);
    await look(database);
  } finally {
    await database.connection.close();
  }
}

const open = async (database: OpenDatabase) =>
  openBackend(database, await loadSecrets(directory), "http://localhost:5173");

/** Schemas, tables, who may use them, and the roles of the server. */
const everything = (database: OpenDatabase) =>
  Promise.all(
    [
      "select nspname, nspacl::text from pg_namespace where nspname not like 'pg\\_%' order by 1",
      "select oid::regclass::text, relacl::text from pg_class where relnamespace::regnamespace::text not like 'pg\\_%' order by 1",
      "select rolname from pg_roles order by 1",
    ].map((query) => database.rows(query)),
  );

describe("a database that holds something else is refused, and nothing in it is changed:", () => {
  it.each([
    ["a table", "create table public.orders (id int)", "public.orders"],
    [
      "tables in a schema of their own",
      "create schema shop; create table shop.items (id int); create table shop.orders (id int)",
      "shop.items and 1 more",
    ],
    ["a view", "create view public.answer as select 42 as is", "public.answer"],
    [
      "another project's history of migrations",
      `create schema supabase_migrations;
      create table supabase_migrations.schema_migrations (version text primary key);
      insert into supabase_migrations.schema_migrations values ('20200101000000')`,
      "supabase_migrations.schema_migrations",
    ],
    [
      "another project's sign-in tables",
      "create schema auth; create table auth.users (id uuid)",
      "auth.users",
    ],
  ])("%s", async (_what, script, named) => {
    await inDatabase(script, async (database) => {
      const before = await everything(database);
      await expect(open(database)).rejects.toThrow(
        `DATABASE_URL names a database that holds something else (${named}). ` +
          "Nothing in it was changed. Give the product a database of its own.",
      );
      expect(await everything(database)).toEqual(before);
    });
  });
});

describe("a server that is too old", () => {
  it.each([
    [140012, "PostgreSQL 14.12"],
    [149999, "PostgreSQL 14.9999"],
    [150000, undefined],
    [180004, undefined],
    [190000, undefined],
  ])("a server of version %s: %s", (version, named) => {
    const fault = named && `${named}; the product needs 15 or newer`;
    expect(versionFault(version)).toBe(fault);
  });

  it("a server older than PostgreSQL 15 is refused at the start, with its version", async () => {
    // What a session of this database is told first is this function's answer, in place of PostgreSQL's own.
    await inDatabase(
      `create schema older;
       create function older.current_setting(text) returns text language sql as $$ select '140012' $$;
       do $$ begin execute format('alter database %I set search_path = older, pg_catalog', current_database()); end $$`,
      async () => {
        const url = server.urlOf(`database_${made}`);
        await expect(openDatabase(directory, url)).rejects.toThrow(
          /^DATABASE_URL: 127\.0\.0\.1:\d+ cannot be used \(PostgreSQL 14\.12; the product needs 15 or newer\)\.$/,
        );
      },
    );
  });
});

describe("a database of the product's own", () => {
  it("an empty database is taken, and is opened again once it holds the product", async () => {
    await inDatabase("select 1", async (database) => {
      expect(await open(database)).toMatchObject({
        isNew: true,
        applied: expect.arrayContaining([expect.stringMatching(/\.sql$/)]),
      });
      expect(await open(database)).toMatchObject({ isNew: false, applied: [] });
    });
  });

  it("a database whose first start was interrupted before its first migration is taken", async () => {
    const interrupted = `create schema supabase_migrations;
      create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`;
    await inDatabase(interrupted, async (database) => {
      expect((await open(database)).applied).not.toEqual([]);
    });
  });
});

it.each([
  [
    "other migrations",
    "update supabase_migrations.schema_migrations set version = '20261122000000'",
  ],
  [
    "another text of the baseline",
    "update supabase_migrations.schema_migrations set statements = array['select 1']",
  ],
])(
  "whoever starts on data of a state before version 1.0 (%s) reads which folder to remove, and nothing in it is changed",
  async (_what, script) => {
    const old = newFolder(onTestFinished);
    copyEmptyDatabase(old);
    const database = await openDatabase(old, undefined);
    try {
      await database.run(script);
      const before = await everything(database);
      await expect(open(database)).rejects.toThrow(
        `The data in ${join(old, "database")} is of a state before version 1.0 and cannot be opened. ` +
          "Nothing in it was changed. Remove the folder to start anew.",
      );
      expect(await everything(database)).toEqual(before);
    } finally {
      await database.connection.close();
    }
  },
);

it.each([
  ["a damaged file", (folder: string) => truncateSync(join(folder, "global/pg_control"), 10)],
  ["a missing file", (folder: string) => rmSync(join(folder, "PG_VERSION"))],
])("whoever starts on a database with %s reads what to do", async (_what, damage) => {
  const damaged = newFolder(onTestFinished);
  copyEmptyDatabase(damaged);
  damage(join(damaged, "database"));
  await expect(openDatabase(damaged, undefined)).rejects.toThrow(
    `The data in ${join(damaged, "database")} cannot be opened (it is damaged). ` +
      "Put a copy of the folder from before in its place, or remove it to start anew.",
  );
});

it("a statement may take fifteen seconds, on the embedded database and on a server", async () => {
  copyEmptyDatabase(directory);
  for (const url of [undefined, await server.createDatabase("timeout")]) {
    const { connection, rows } = await openDatabase(directory, url);
    expect(await rows("show statement_timeout")).toEqual([{ statement_timeout: "15s" }]);
    await connection.close();
  }
});

it("a server that restarts fails the requests that hold a connection, and none after them", async () => {
  await inDatabase("", async (database) => {
    const { driver } = database.connection as PostgresConnection;
    const held = await Promise.all([1, 2, 3].map(() => driver.reserve()));
    for (const connection of held) await connection.unsafe("select 1");
    await server.halt();
    await server.resume();
    for (const connection of held) {
      const asked = async () => connection.unsafe("select 1");
      await expect(asked).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
      // As the REST service does after whatever failed.
      await expect(async () => connection.unsafe("rollback")).rejects.toThrow("is lost");
      connection.release();
    }
    for (let request = 0; request < 20; request += 1) {
      const connection = await driver.reserve();
      expect(await connection.unsafe("select 1 as one")).toEqual([{ one: 1 }]);
      connection.release();
    }
  });
});

it("sixteen requests hold a connection to a server at most, and the next one gets the first that is given back", async () => {
  await inDatabase("", async (database) => {
    const { driver } = database.connection as PostgresConnection;
    const held = await Promise.all(Array.from({ length: 16 }, () => driver.reserve()));
    let got = false;
    const next = driver.reserve().then((connection) => {
      got = true;
      return connection;
    });
    await held[0]?.unsafe("select 1");
    expect(got).toBe(false);
    for (const connection of held) connection.release();
    (await next).release();
  });
});
