import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyMigrations } from "../../../supabase/local/backend/migrations.ts";
import { type EmptyBackend, startEmptyBackend } from "../../support/database/backend.ts";

describe.each(["pglite", "postgres"] as const)("migrating on %s", (kind) => {
  let backend: EmptyBackend;
  const people = ["ann@example.com", "bob@example.com"];

  const users = () =>
    backend.sql(`
      select a.email, u.membership_status from public.users u join auth.users a using (id) order by 1`);

  beforeAll(async () => {
    backend = await startEmptyBackend(kind);
    for (const email of people) {
      const { error } = await backend.app
        .getClient()
        .auth.signUp({ email, password: "correct-horse" });
      expect(error).toBeNull();
    }
  });
  afterAll(() => backend.stop());

  it("people who signed up before the migrations get their user, on trial", async () => {
    expect(await applyMigrations(backend.database)).not.toEqual([]);
    expect(await users()).toEqual(people.map((email) => ({ email, membership_status: "trial" })));
  });

  it("migrations that are applied a second time change nothing", async () => {
    expect(await applyMigrations(backend.database)).toEqual([]);
    expect(await users()).toHaveLength(people.length);
  });
});
