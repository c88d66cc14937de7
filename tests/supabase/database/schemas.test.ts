import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  applyMigrations,
  prepareForMigrations,
} from "../../../supabase/local/backend/migrations.ts";
import { BASELINE, makeBaseline, schemaFiles } from "../../../supabase/local/baseline.ts";
import { type EmptyBackend, startEmptyBackend } from "../../support/database/backend.ts";
import { readStructure, type Structure } from "../../support/database/structure.ts";

const SCHEMAS = join(import.meta.dirname, "../../../supabase/schemas");
const MIGRATIONS = join(import.meta.dirname, "../../../supabase/migrations");

describe("supabase/schemas", () => {
  let backends: EmptyBackend[];
  let migrated: EmptyBackend;
  let described: EmptyBackend;
  let expected: Structure;

  beforeAll(async () => {
    backends = await Promise.all([startEmptyBackend("pglite"), startEmptyBackend("pglite")]);
    [migrated, described] = backends as [EmptyBackend, EmptyBackend];
    await applyMigrations(migrated.database);
    await prepareForMigrations(described.database);
    for (const file of schemaFiles()) await described.database.run(readFileSync(file, "utf8"));
    expected = await readStructure(migrated.database);
  });
  afterAll(() => Promise.all(backends.map((backend) => backend.stop())));

  it("supabase/schemas make the same database as the migrations", async () => {
    expect(Object.keys(expected["columns"] ?? {})).toContain("messages.content");
    expect(await readStructure(described.database)).toEqual(expected);
  });

  // Each in a transaction that is rolled back; PGlite has one connection, so that the reading is inside of it.
  it.each([
    ["column", "alter table public.chats add column pinned boolean"],
    ["column type", "alter table private.usage alter column used type bigint"],
    ["default", "alter table public.chats alter column model set default 'grok'"],
    ["missing constraint", "alter table public.chats drop constraint chats_title_short"],
    ["missing index", "drop index public.chats_newest_first"],
    ["policy", `alter policy "members read their own chats" on public.chats using (true)`],
    ["grant on a table", "grant insert on public.chats to authenticated"],
    ["grant on a column", "grant update (title) on public.chats to authenticated"],
    ["grant on a function", "grant execute on function private.new_id() to anon"],
    ["grant on a schema", "grant usage on schema private to anon"],
    [
      "function body",
      "create or replace function private.add_user() returns trigger language plpgsql as 'begin return new; end'",
    ],
    ["missing trigger", "drop trigger keep_deleted_chat on public.chats"],
    ["row-level security", "alter table public.users disable row level security"],
    ["comment", "comment on table public.users is 'Members.'"],
    ["table", "create table private.notes (id uuid)"],
    ["type", "create type public.mood as enum ('calm')"],
  ])(
    "a comparison of supabase/schemas with the migrations notices another %s",
    async (_, statement) => {
      await migrated.sql("begin");
      await migrated.sql(statement);
      const changed = await readStructure(migrated.database);
      await migrated.sql("rollback");
      expect(changed).not.toEqual(expected);
    },
  );
});

// Goes when a second migration is added: from then on the baseline stays as it was released.
it("the only migration is what npm run baseline writes of supabase/schemas: when this fails, run it", () => {
  expect(readdirSync(MIGRATIONS)).toEqual([BASELINE]);
  expect(readFileSync(join(MIGRATIONS, BASELINE), "utf8")).toBe(makeBaseline());
});

it("config.toml names every file of supabase/schemas", () => {
  const files = globSync("**/*.sql", { cwd: SCHEMAS }).map((file) => join(SCHEMAS, file));
  expect(schemaFiles().toSorted()).toEqual(files.toSorted());
});

it("each table and function has a file of its own name in supabase/schemas", () => {
  // The functions against nested reads have the tables' names.
  for (const file of schemaFiles().filter(
    (path) => !/(no_nested_reads|purge_schedule)\.sql$/.test(path),
  )) {
    const [, name] = /([^/\\]+)\.sql$/.exec(file) ?? [];
    const made = readFileSync(file, "utf8").matchAll(
      /^create (?:table|unlogged table|view|function|schema if not exists) (?:\w+\.)?(\w+)/gm,
    );
    expect([...made].map(([, made]) => made)).toEqual([name]);
  }
});
