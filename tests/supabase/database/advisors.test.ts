import { expect, it } from "vitest";
import { onEveryDatabase } from "../../support/database/on-every-database.ts";
import { type Advice, adviceOn } from "./advisors.ts";

const FAULTS: { advice: Advice; names: string[]; sql: string[] }[] = [
  {
    advice: "row-level security is off",
    names: ["forgotten"],
    sql: ["create table public.forgotten (id uuid primary key)"],
  },
  {
    advice: "a policy does nothing, for row-level security is off",
    names: ["read"],
    sql: [
      "create table public.forgotten (id uuid primary key)",
      "create policy read on public.forgotten for select to authenticated using (id is not null)",
    ],
  },
  {
    advice: "a policy asks who is there for every row",
    names: ["slow"],
    sql: ["create policy slow on private.usage for select to anon using (user_id = auth.uid())"],
  },
  {
    advice: "a policy trusts what people write about themselves",
    names: ["vain"],
    sql: [
      `create policy vain on private.usage for select to anon
       using ((select auth.jwt() -> 'user_metadata' ->> 'admin') is not null)`,
    ],
  },
  {
    advice: "a policy lets everybody write",
    names: ["open"],
    sql: ["create policy open on public.chats for insert to authenticated with check (true)"],
  },
  {
    advice: "a policy is true for nobody in particular",
    names: ["lax"],
    sql: [
      `create policy lax on private.usage for select to anon
       using ((select auth.uid()) is null or user_id = (select auth.uid()))`,
    ],
  },
  {
    advice: "two policies answer the same question",
    names: ["chats"],
    sql: [
      `create policy again on public.chats for select to authenticated
       using (user_id = (select auth.uid()))`,
    ],
  },
  {
    advice: "a function's search_path is open",
    names: ["loose"],
    sql: ["create function public.loose() returns integer language sql as 'select 1'"],
  },
  {
    advice: "the browser may call a function that runs as its owner",
    names: ["powerful"],
    sql: [
      `create function public.powerful() returns integer language sql
       security definer set search_path = '' as 'select 1'`,
    ],
  },
  {
    advice: "a view shows what its owner may see",
    names: ["everything"],
    sql: ["create view public.everything as select content from public.messages"],
  },
  {
    advice: "a materialized view or foreign table is open to the browser",
    names: ["everything"],
    sql: [
      "create materialized view public.everything as select content from public.messages",
      "grant select on public.everything to authenticated",
    ],
  },
  {
    advice: "a table has no primary key",
    names: ["heap"],
    sql: [
      "create table private.heap (id uuid)",
      "alter table private.heap enable row level security",
    ],
  },
  {
    advice: "a foreign key has no index",
    names: ["memberships_user_id_fkey"],
    sql: ["drop index private.memberships_user_id"],
  },
  {
    advice: "a foreign key points at something of the sign-in service that is no primary key",
    names: ["by_address"],
    sql: [
      "alter table auth.users add constraint one_address unique (email)",
      `alter table public.users add email varchar unique
       constraint by_address references auth.users (email)`,
    ],
  },
  {
    advice: "an index begins another one",
    names: ["chats_of_user"],
    sql: ["create index chats_of_user on public.chats (user_id)"],
  },
  {
    advice: "nobody cleans up a table",
    names: ["messages"],
    sql: ["alter table public.messages set (autovacuum_enabled = false)"],
  },
];

onEveryDatabase("the advisors", (backend, kind) => {
  it("Supabase's advisors find no fault in the schema", async () => {
    expect(await adviceOn(backend)).toEqual({});
  });

  // PGlite has one connection, so that a transaction can be opened around the questions.
  const faults = kind === "pglite" ? FAULTS : [];
  it.each(faults)(
    "Supabase's advisors find a planted fault: $advice",
    async ({ advice, names, sql }) => {
      await backend.sql("begin");
      for (const statement of sql) await backend.sql(statement);
      const found = await adviceOn(backend);
      await backend.sql("rollback");
      expect(found[advice]).toEqual(names);
    },
  );
});
