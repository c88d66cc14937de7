import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  applyMigrations,
  prepareForMigrations,
} from "../../../supabase/local/backend/migrations.ts";
import { type EmptyBackend, startEmptyBackend } from "../../support/database/backend.ts";
import expected from "./catalogue.json" with { type: "json" };
import { readCatalogue } from "./catalogue.ts";

/** What a hosted project brings: new tables and functions are everybody's unless a migration says otherwise. */
const HOSTED = ["tables", "functions", "sequences"].map(
  (kind) =>
    `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role`,
);

describe.each([
  { kind: "pglite", host: "embedded", before: [] },
  { kind: "postgres 15", host: "hosted", before: HOSTED },
  { kind: "postgres", host: "hosted", before: HOSTED },
] as const)("the catalogue, $host on $kind", ({ kind, before }) => {
  let backend: EmptyBackend;

  beforeAll(async () => {
    backend = await startEmptyBackend(kind);
    await prepareForMigrations(backend.database);
    for (const statement of before) await backend.sql(statement);
    await applyMigrations(backend.database);
  });
  afterAll(() => backend.stop());

  it("who may do what in the database is what catalogue.json says", async () => {
    expect(await readCatalogue(backend)).toEqual(expected);
  });

  // Each in a transaction that is rolled back; PGlite has one connection, so that the reading is inside of it.
  const faults: [what: string, plant: string][] = [
    ["a table without row-level security", "create table public.forgotten (id uuid primary key)"],
    [
      "a function without revoke",
      "create function public.forgotten() returns integer language sql set search_path = '' as 'select 1'",
    ],
    [
      "one more policy",
      `create policy "mine to write" on public.messages for insert to authenticated
        with check (user_id = auth.uid())`,
    ],
    ["row-level security switched off", "alter table private.usage disable row level security"],
    ["a grant to the browser", "grant update (title) on public.chats to authenticated, anon"],
    ["a search_path left open", "alter function private.new_id() reset search_path"],
    [
      "a trigger",
      `create trigger again after insert on public.users
        for each row execute function private.add_user()`,
    ],
  ];
  it.each(kind === "pglite" ? faults : [])(
    "a comparison with catalogue.json notices %s",
    async (_, plant) => {
      await backend.sql("begin");
      await backend.sql(plant);
      const planted = await readCatalogue(backend);
      await backend.sql("rollback");
      expect(planted).not.toEqual(expected);
    },
  );
});
