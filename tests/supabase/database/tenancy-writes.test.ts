import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { contents } from "../../support/database/turns.ts";
import { type Attack, attacks, randomAttacks } from "./attacks.ts";
import { type World, withEveryGrant } from "./tenancy.ts";

const RUNS = process.env["SOAK"] === undefined ? 20 : 400;

withEveryGrant("writing over REST", (backend, world) => {
  /** Sends the attack, from a browser's tables and from those of the other schema. */
  const send = async ({ method, path, body, prefer }: Attack, person?: Person) => {
    const response = await backend.request(
      `/rest/v1/${path}`,
      {
        method,
        headers: {
          ...(prefer !== undefined && { prefer }),
          ...(path.startsWith("usage") && { "content-profile": "private" }),
        },
        ...(body !== undefined && method !== "DELETE" && { body: JSON.stringify(body) }),
      },
      person,
    );
    await response.text();
    return response.status;
  };

  /** Grows with every transaction that writes: PostgreSQL numbers no others. Asking is far cheaper than comparing all rows. */
  const writtenSoFar = async () => {
    const [row] = await backend.sql<{ next: string }>(
      "select pg_snapshot_xmax(pg_current_snapshot())::text as next",
    );
    return row?.next;
  };

  it.each(["owner", "visitor", "nobody"] as const)(
    "no listed attack changes a row, whoever sends it: %s",
    async (attacker) => {
      const person = attacker === "nobody" ? undefined : world[attacker];
      let before = await contents(backend);
      let written = await writtenSoFar();
      const succeeded: string[] = [];
      for (const attack of attacks(person ?? world.visitor, world)) {
        await send(attack, person);
        const now = await writtenSoFar();
        if (now === written) continue;
        written = now;
        const after = await contents(backend);
        if (after !== before) succeeded.push(attack.name);
        before = after;
      }
      expect(await contents(backend)).toBe(before);
      expect(succeeded).toEqual([]);
    },
  );

  it("no generated write over the REST surface changes a row", async () => {
    const before = await contents(backend);
    await fc.assert(
      fc.asyncProperty(randomAttacks(world), async (attack) => {
        for (const person of [world.owner, world.visitor, undefined]) await send(attack, person);
        expect(await contents(backend)).toBe(before);
      }),
      { numRuns: RUNS },
    );
  }, 300_000);

  it("no SQL statement of a browser's role changes a row", async () => {
    const { owner, visitor, strangers } = world;
    const statements = [
      `update public.users set membership_status = 'active', membership_ended_at = null`,
      `insert into public.users (id) values (gen_random_uuid())`,
      `delete from public.users`,
      `update public.users set instructions = 'changed'`,
      `insert into public.instructions (user_id, id, content) values (auth.uid(), gen_random_uuid(), 'changed')`,
      `update public.instructions set content = 'changed'`,
      `delete from public.instructions`,
      `update public.chats set user_id = auth.uid()`,
      `insert into public.chats (user_id) values (auth.uid())`,
      `delete from public.chats where id = '${strangers[0]?.chat.id}'`,
      `update public.messages set user_id = auth.uid(), content = 'changed'`,
      `insert into public.messages (chat_id, user_id, created_at, direction, role, content)
       select id, user_id, now(), 'inbound', 'user', 'forged' from public.chats`,
      `delete from public.messages`,
      `update private.usage set used = 0`,
      `insert into private.usage values (auth.uid(), 'turns_day', now(), -1000)`,
      `delete from private.usage`,
      `update private.imports set is_undone = false, newest_at = now()`,
      `delete from private.imported_pieces`,
      `select public.undo_import('${owner.id}', gen_random_uuid())`,
      `select public.undoable_imports('${owner.id}')`,
      `select private.take(auth.uid(), 'turns_day', 1, '1 day')`,
      `select public.set_membership('${visitor.email}', 'active')`,
    ];
    const before = await contents(backend);
    for (const role of ["authenticated", "anon"]) {
      for (const person of [owner, visitor]) {
        for (const statement of statements) {
          await backend.sql(`do $$ begin
            perform set_config('request.jwt.claim.sub', '${person.id}', true);
            set local role ${role};
            execute ${quoted(statement)};
          exception when insufficient_privilege then null;
          end $$`);
        }
      }
    }
    expect(await contents(backend)).toBe(before);
  });

  it("nobody calls a function of the database with the browser's key, but for the one that reads their open answers", async () => {
    const functions = await backend.sql<{ name: string; args: string[] | null }>(`
      select proname as name, proargnames as args from pg_proc
      where pronamespace::regnamespace::text in ('public', 'private')`);
    expect(functions.length).toBeGreaterThan(5);
    const before = await contents(backend);
    const called: string[] = [];
    for (const { name, args } of functions) {
      const body = Object.fromEntries((args ?? []).map((arg) => [arg, argument(arg, world)]));
      const path = `rpc/${name}`;
      // Everybody who is signed in has the same role, which alone decides here.
      for (const person of [world.owner, undefined]) {
        const statuses = [
          await send({ name, method: "POST", path, body }, person),
          await send({ name, method: "GET", path: `${path}?${new URLSearchParams(body)}` }, person),
        ];
        if (statuses.some((status) => status < 400)) called.push(`${name} as ${person?.email}`);
      }
    }
    expect(called).toEqual([`open_answers as ${world.owner.email}`]);
    expect(await contents(backend)).toBe(before);
  });

  it("people delete their own chats, and nothing else goes along [calls.own-rows]", async () => {
    const { owner, owners } = world;
    const others = () =>
      backend.sql(
        `select id::text from public.chats where user_id <> $1
         union all select id::text from public.messages where user_id <> $1
         union all select id::text from public.users
         union all select user_id || kind from private.usage order by 1`,
        owner.id,
      );
    // What was in a deleted chat stays where nobody reads it, until it is purged.
    const own = `select id from public.chats where user_id = $1
      union all select m.id from public.messages m join public.chats c on c.id = m.chat_id where m.user_id = $1`;
    const before = await others();
    // Without a filter, so that the policy for deleting stands alone.
    const everything = { name: "", method: "DELETE", path: "chats" };
    for (const person of [undefined, world.visitor, owner]) {
      expect(await backend.sql(own, owner.id)).toHaveLength(3 * owners.length);
      await send(everything, person);
    }
    expect(await backend.sql(own, owner.id)).toEqual([]);
    expect(await others()).toEqual(before);
  });
});

const quoted = (statement: string) => `'${statement.replaceAll("'", "''")}'`;

/** A value for the function's argument, as an attacker who knows the owner's ids would choose it. */
function argument(name: string, { owner, owners, visitor }: World): string {
  const [mine] = owners;
  const values: Record<string, string | undefined> = {
    p_user_id: owner.id,
    p_chat_id: mine?.chat.id,
    p_message_id: crypto.randomUUID(),
    p_question_id: mine?.question.id,
    p_email: visitor.email,
    p_status: "active",
    p_state: "finished",
    p_starts_chat: "false",
    p_lease: "20 seconds",
    p_needles: "[]",
    p_before: "2026-01-01",
    p_before_id: crypto.randomUUID(),
    p_content: "Hello",
    p_text: "Hello",
    p_title: "Hello",
    p_instructions: "Hello",
    p_known: "{}",
    p_after: crypto.randomUUID(),
    p_model: "grok",
    p_started_at: "2026-01-01",
    p_ended_at: "2126-01-01",
  };
  return values[name] ?? "9";
}
