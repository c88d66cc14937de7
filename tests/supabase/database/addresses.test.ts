import { beforeAll, describe, expect, it } from "vitest";
import { createScene } from "../../support/database/membership-scene.ts";
import {
  onEveryDatabase,
  onPostgres,
  ownPostgres,
} from "../../support/database/on-every-database.ts";
import { call } from "../../support/database/turns.ts";

onPostgres("a person's address", (backend) => {
  const outcome = async (p_email: string) =>
    (await call(backend, "set_membership", { p_email, p_status: "active" })).outcome;

  it("a person is found by their address in any case, after a change by the new one, until they are deleted", async () => {
    const { id } = await backend.signUp("First@Example.com");
    expect(await outcome("fIRST@example.COM")).toBe("applied");
    await backend.sql("update auth.users set email = 'Second@Example.com' where id = $1", id);
    expect(await outcome("first@example.com")).toBe("not_found");
    expect(await outcome("second@example.com")).toBe("applied");
    await backend.sql("update auth.users set email = null where id = $1", id);
    expect(await outcome("second@example.com")).toBe("not_found");
    await backend.sql("update auth.users set email = 'third@example.com' where id = $1", id);
    expect(await outcome("third@example.com")).toBe("applied");
    await backend.sql("delete from auth.users where id = $1", id);
    expect(await outcome("third@example.com")).toBe("not_found");
  });
});

onEveryDatabase("an address with a Turkish İ", (backend) => {
  it("what was paid with it goes to its owner in either case of the other letters, and not to whoever has an i there [membership.address]", async () => {
    const scene = createScene(backend);
    const other = await scene.signUp("istanbul");
    await scene.report("mem", "İSTANBUL");
    expect(await scene.membershipOf(other)).toMatchObject({ status: "trial" });
    const payer = await scene.signUp("İstanbul");
    expect(await scene.membershipOf(payer)).toMatchObject({ active: true });
    expect(await scene.setByHand("İstanbul", "cancelled")).toEqual({ outcome: "applied" });
    expect(await scene.membershipOf(other)).toMatchObject({ status: "trial" });
  });
});

const { sql } = await ownPostgres();

describe("one of 5,000 addresses", () => {
  beforeAll(async () => {
    await sql`
      insert into auth.users (id, aud, role, email)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'Person-' || n || '@example.com'
      from generate_series(1, 5000) n`;
    await sql`vacuum analyze`;
  });

  it("an operator finds one of 5,000 people by their address without a walk through the others", async () => {
    await sql`select pg_stat_force_next_flush()`;
    const walked = await sql.begin(async (transaction) => {
      const [known] = await transaction`
        select public.describe_membership('PERSON-4900@example.com') -> 'person' ->> 'email' as email`;
      expect(known).toEqual({ email: "Person-4900@example.com" });
      await transaction`select public.set_membership('person-4900@EXAMPLE.com', 'active')`;
      return transaction`
        select schemaname, relname from pg_stat_xact_user_tables
        where seq_scan > 0 and relname in ('addresses', 'users')`;
    });
    expect([...walked]).toEqual([]);
  });
});
