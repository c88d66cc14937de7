import { writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EmptyBackend, startEmptyBackend } from "../../support/database/backend.ts";
import { type Rehearsal, startRehearsal } from "./supabase-cli.ts";

/**
 * What a hosted project brings, as far as migrations can tell: its three roles, a sign-in schema that belongs to
 * someone else, an owner who is no superuser, and grants to everyone on whatever that owner makes in `public`.
 */
const HOSTED_PROJECT = `
  do $$ begin create role auth_admin nologin; exception when duplicate_object then null; end $$;
  do $$ begin create role project_owner login createrole bypassrls; exception when duplicate_object then null; end $$;
  grant anon, authenticated, service_role to project_owner with admin option;
  drop schema if exists supabase_migrations cascade;
  alter schema auth owner to auth_admin;
  grant usage on schema auth to project_owner, anon, authenticated, service_role;
  grant all on all tables in schema auth to project_owner;
  do $$ begin execute format('grant create on database %I to project_owner', current_database()); end $$;
  grant all on schema public to project_owner;
  alter default privileges for role project_owner in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role project_owner in schema public
    grant all on functions to anon, authenticated, service_role;`;

describe("supabase db push", () => {
  let database: EmptyBackend;
  let rehearsal: Rehearsal;
  const push = (options = "") => {
    const url = new URL(database.url ?? "");
    url.username = "project_owner";
    url.searchParams.set("sslmode", "disable");
    if (options) url.searchParams.set("options", options);
    return rehearsal.supabase("db", "push", `--db-url=${url}`, "--yes");
  };

  beforeAll(async () => {
    [database, rehearsal] = await Promise.all([startEmptyBackend("postgres"), startRehearsal()]);
    await database.sql("select set_config('client_min_messages', 'warning', false)");
    await database.app
      .getClient()
      .auth.signUp({ email: "Ann@example.com", password: "correct-horse" });
    for (const statement of HOSTED_PROJECT.split(";\n")) await database.sql(statement);
  }, 60_000);
  afterAll(async () => {
    await rehearsal.stop();
    await database.stop();
  });

  it("supabase db push applies every migration without being a superuser", async () => {
    const { code, output } = await push();
    expect(output).not.toMatch(/error|warn/i);
    expect(code).toBe(0);
    const applied = await database.sql("select name from supabase_migrations.schema_migrations");
    expect(applied.length).toBeGreaterThan(0);
  });

  it("a person who signed up before supabase db push gets their user, on trial, and is found by their address", async () => {
    const people = await database.sql(`
      select membership_status, d.email, c.email as confirmed, c.confirmed_at = a.email_confirmed_at as on_time
      from public.users u join auth.users a using (id) join private.addresses d on d.user_id = u.id
      join private.confirmed_addresses c on c.user_id = u.id`);
    const email = "ann@example.com";
    expect(people).toEqual([
      { membership_status: "trial", email, confirmed: email, on_time: true },
    ]);
  });

  it("a second supabase db push finds every migration applied", async () => {
    expect((await push()).output).toContain("Remote database is up to date");
  });

  it.each([
    { where: "its first line", firstLine: "set lock_timeout = '200ms';", options: "" },
    { where: "the address of the database", firstLine: "", options: "-c lock_timeout=200ms" },
  ])(
    "a migration gives up when another program holds its table for longer than $where says",
    async ({ firstLine, options }) => {
      const file = join(rehearsal.folder, "supabase/migrations/29991231235959_change.sql");
      writeFileSync(file, `${firstLine}\nalter table public.users add column note text;`);
      const other = postgres(database.url ?? "", { max: 1 });
      await other.begin(async (transaction) => {
        await transaction`lock table public.users in access share mode`;
        const { code, output } = await push(options);
        expect(output).toContain("canceling statement due to lock timeout");
        expect(code).toBe(1);
      });
      await other.end();
    },
  );
});
