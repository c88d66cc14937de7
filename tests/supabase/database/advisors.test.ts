import { expect, it } from "vitest";
import { onEveryDatabase } from "../../support/database/on-every-database.ts";
import { type Advice, adviceOn } from "./advisors.ts";

/** What each advice finds, and the statements that plant it. */
const FAULTS: [advice: Advice, found: string, ...sql: string[]][] = [
  ["row-level security is off", "forgotten", "create table public.forgotten (id uuid primary key)"],
  [
    "a policy does nothing, for row-level security is off",
    "read",
    "create table public.forgotten (id uuid primary key)",
    "create policy read on public.forgotten for select to authenticated using (id is not null)",
  ],
  [
    "a policy asks who is there for every row",
    "slow",
    "create policy slow on private.usage for select to anon using (user_id = auth.uid())",
  ],
  [
    "a policy trusts what people write about themselves",
    "vain",
    `create policy vain on private.usage for select to anon
       using ((select auth.jwt() -> 'user_metadata' ->> 'admin') is not null)`,
  ],
  [
    "a policy lets everybody write",
    "open",
    "create policy open on public.chats for insert to authenticated with check (true)",
  ],
  [
    "a policy is true for nobody in particular",
    "lax",
    `create policy lax on private.usage for select to anon
       using ((select auth.uid()) is null or user_id = (select auth.uid()))`,
  ],
  [
    "two policies answer the same question",
    "chats",
    `create policy again on public.chats for select to authenticated
       using (user_id = (select auth.uid()))`,
  ],
  [
    "a function's search_path is open",
    "loose",
    "create function public.loose() returns integer language sql as 'select 1'",
  ],
  [
    "the browser may call a function that runs as its owner",
    "powerful",
    `create function public.powerful() returns integer language sql
       security definer set search_path = '' as 'select 1'`,
  ],
  [
    "a view shows what its owner may see",
    "everything",
    "create view public.everything as select content from public.messages",
  ],
  [
    "a materialized view or foreign table is open to the browser",
    "everything",
    "create materialized view public.everything as select content from public.messages",
    "grant select on public.everything to authenticated",
  ],
  [
    "a table has no primary key",
    "heap",
    "create table private.heap (id uuid)",
    "alter table private.heap enable row level security",
  ],
  [
    "a foreign key has no index",
    "memberships_user_id_fkey",
    "drop index private.memberships_user_id",
  ],
  [
    "a foreign key points at something of the sign-in service that is no primary key",
    "by_address",
    "alter table auth.users add constraint one_address unique (email)",
    `alter table public.users add email varchar unique
       constraint by_address references auth.users (email)`,
  ],
  [
    "an index begins another one",
    "chats_of_user",
    "create index chats_of_user on public.chats (user_id)",
  ],
  [
    "nobody cleans up a table",
    "messages",
    "alter table public.messages set (autovacuum_enabled = false)",
  ],
];

onEveryDatabase("the advisors", (backend, kind) => {
  it("Supabase's advisors find no fault in the schema", async () => {
    expect(await adviceOn(backend)).toEqual({});
  });

  // PGlite has one connection, so that a transaction can be opened around the questions.
  const faults = kind === "pglite" ? FAULTS : [];
  it.each(faults)("Supabase's advisors find a planted fault: %s", async (advice, name, ...sql) => {
    await backend.sql("begin");
    for (const statement of sql) await backend.sql(statement);
    const found = await adviceOn(backend);
    await backend.sql("rollback");
    expect(found[advice]).toEqual([name]);
  });
});
