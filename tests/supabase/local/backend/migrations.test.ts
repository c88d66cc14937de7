import { writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OpenDatabase, openDatabase } from "../../../../supabase/local/backend/database.ts";
import { applyMigrations } from "../../../../supabase/local/backend/migrations.ts";
import { newDatabase } from "../../../support/database/shared-postgres.ts";
import { newFolder } from "../../../support/new-folder.ts";

const directory = newFolder();
let url: string;
let database: OpenDatabase;

beforeAll(async () => {
  url = await newDatabase("nothing");
  database = await openDatabase(directory, url);
  await database.run("create table public.notes (content text)");
});
afterAll(() => database.connection.close());

const migrate = (script: string) => {
  writeFileSync(join(directory, "20260101000000_change.sql"), script);
  return applyMigrations(database, directory);
};
const columns = async () => {
  const rows = await database.rows(
    "select column_name from information_schema.columns where table_name = 'notes' order by 1",
  );
  return rows.map((row) => row["column_name"]);
};

it("a migration that fails leaves nothing behind and is named in the error", async () => {
  const script = "alter table public.notes add column title text; select 1 / 0;";
  await expect(migrate(script)).rejects.toThrow(
    "Migration 20260101000000_change.sql failed: division by zero",
  );
  expect(await columns()).toEqual(["content"]);
});

it("a migration gives up within seconds when another program holds the table", async () => {
  const other = postgres(url, { max: 1 });
  await other.begin(async (transaction) => {
    await transaction`lock table public.notes`;
    await expect(migrate("alter table public.notes add column title text;")).rejects.toThrow(
      "Migration 20260101000000_change.sql failed: canceling statement due to lock timeout",
    );
  });
  await other.end();
  expect(await columns()).toEqual(["content"]);
});

it("a migration is applied once, and its text is kept in the history", async () => {
  const script = "alter table public.notes add column title text;";
  expect(await migrate(script)).toEqual(["20260101000000_change.sql"]);
  expect(await migrate(script)).toEqual([]);
  expect(await columns()).toEqual(["content", "title"]);
  expect(await database.rows("select * from supabase_migrations.schema_migrations")).toEqual([
    { version: "20260101000000", statements: [script], name: "change" },
  ]);
});

it("the bound on waiting for locks ends with the migrations, for requests have the same connection", async () => {
  const script = "set lock_timeout = '5s'; select 2;";
  writeFileSync(join(directory, "20260102000000_bounded.sql"), script);
  expect(await applyMigrations(database, directory)).toEqual(["20260102000000_bounded.sql"]);
  expect(await database.rows("show lock_timeout")).toEqual([{ lock_timeout: "0" }]);
});
