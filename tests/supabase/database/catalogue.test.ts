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

  it.each([
    [
      "a table without row-level security",
      "create table public.forgotten (id uuid primary key)",
      "drop table public.forgotten",
    ],
    [
      "a function without revoke",
      "create function public.forgotten() returns integer language sql as 'select 1'",
      "drop function public.forgotten()",
    ],
    [
      "one more policy",
      `create policy "mine to write" on public.messages for insert to authenticated
        with check (user_id = auth.uid())`,
      `drop policy "mine to write" on public.messages`,
    ],
    [
      "row-level security switched off",
      "alter table private.usage disable row level security",
      "alter table private.usage enable row level security",
    ],
    [
      "a grant to the browser",
      "grant update (title) on public.chats to authenticated, anon",
      "revoke update (title) on public.chats from authenticated, anon",
    ],
    [
      "a search_path left open",
      "alter function public.stop_turn(uuid, uuid, uuid, uuid) reset search_path",
      "alter function public.stop_turn(uuid, uuid, uuid, uuid) set search_path = ''",
    ],
    [
      "a trigger",
      `create trigger again after insert on public.users
        for each row execute function private.add_user()`,
      "drop trigger again on public.users",
    ],
  ])("a comparison with catalogue.json notices %s", async (_, plant, undo) => {
    await backend.sql(plant);
    const planted = await readCatalogue(backend);
    await backend.sql(undo);
    expect(planted).not.toEqual(expected);
    expect(await readCatalogue(backend)).toEqual(expected);
  });
});
