import { beforeEach, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onPostgres } from "../../support/database/on-every-database.ts";
import {
  beginTurn,
  call,
  contents,
  converse,
  effectOf,
  finish,
  release,
  signUpPerson,
  newTurn,
} from "../../support/database/turns.ts";

onPostgres("the limits per member", (backend) => {
  let member: Person;

  beforeEach(async () => {
    member = await signUpPerson(backend, "member");
  });

  /** Moves the member's windows into the past. */
  const age = (interval: string) =>
    backend.sql(
      `update private.usage set started_at = started_at - $2::interval where user_id = $1`,
      member.id,
      interval,
    );
  const used = async () => {
    const rows = await backend.sql<{ kind: string; used: number }>(
      `select kind, used from private.usage where user_id = $1`,
      member.id,
    );
    return Object.fromEntries(rows.map((row) => [row.kind, row.used]));
  };

  it.each([
    { limit: "p_turns_per_minute", window: "1 minute", seconds: 60 },
    { limit: "p_turns_per_day", window: "1 day", seconds: 86_400 },
    { limit: "p_chats_per_minute", window: "1 minute", seconds: 60 },
  ])(
    "a member may begin $limit turns, and not one more until $window is over [limits.turns]",
    async (row) => {
      const limit = { [row.limit]: 3 };
      for (const _ of [1, 2, 3])
        expect((await beginTurn(backend, member, limit)).outcome).toBe("begun");
      const refused = await beginTurn(backend, member, limit);
      expect(refused).toEqual({ outcome: "limited", retry_after: expect.any(Number) });
      expect(refused.retry_after).toBeLessThanOrEqual(row.seconds);
      expect(refused.retry_after).toBeGreaterThan(row.seconds - 10);

      await age(`${row.seconds - 10} seconds`);
      const late = await beginTurn(backend, member, limit);
      expect(late.outcome).toBe("limited");
      expect(late.retry_after).toBeGreaterThanOrEqual(1);
      expect(late.retry_after).toBeLessThanOrEqual(10);

      await age("10 seconds");
      expect((await beginTurn(backend, member, limit)).outcome).toBe("begun");
    },
  );

  it.each(["p_turns_per_minute", "p_turns_per_day", "p_chats_per_minute"])(
    "a turn that is refused by %s writes nothing, and costs nothing of the other limits",
    async (limit) => {
      await beginTurn(backend, member, { [limit]: 1 });
      const before = await contents(backend);
      expect((await beginTurn(backend, member, { [limit]: 1 })).outcome).toBe("limited");
      expect(await contents(backend)).toBe(before);
    },
  );

  it.each([
    { used: 16, near: null },
    { used: 17, near: 2 },
    { used: 19, near: 0 },
  ])(
    "a member who has used $used of 20 a day and sends one more is told what is left from nine tenths on [limits.near]",
    async (row) => {
      const limits = { p_turns_per_minute: 100, p_turns_per_day: 20 };
      await beginTurn(backend, member, limits);
      await backend.sql(
        `update private.usage set used = $2 where user_id = $1 and kind = 'turns_day'`,
        member.id,
        row.used,
      );
      const { left } = await beginTurn(backend, member, limits);
      expect(left?.count).toBe(19 - row.used);
      const { near = null } = left ?? {};
      expect(near?.count ?? null).toBe(row.near);
      expect(near?.until ?? left?.until).toBe(left?.until);
    },
  );

  it("a member who has nearly used up a day is told so while the minute is the tighter limit [limits.near]", async () => {
    const limits = { p_turns_per_minute: 20, p_turns_per_day: 500 };
    await beginTurn(backend, member, limits);
    await backend.sql(
      `update private.usage set used = 450 where user_id = $1 and kind = 'turns_day'`,
      member.id,
    );
    const { left } = await beginTurn(backend, member, limits);
    expect([left?.count, left?.near?.count]).toEqual([18, 49]);
    const longer = Date.parse(left?.near?.until ?? "") - Date.parse(left?.until ?? "");
    expect(longer).toBeGreaterThan(23 * 3_600_000);
  });

  it("a member who has used up the minute and the day is told to wait for the day [limits.turns]", async () => {
    const limits = { p_turns_per_minute: 2, p_turns_per_day: 2, p_chats_per_minute: 2 };
    for (const _ of [1, 2]) await beginTurn(backend, member, limits);
    const refused = await beginTurn(backend, member, limits);
    expect(refused).toEqual({ outcome: "limited", retry_after: expect.any(Number) });
    expect(refused.retry_after).toBeGreaterThan(86_000);
  });

  it("a member at the limit may go on at once when the clock was set back by a year", async () => {
    const limits = { p_turns_per_minute: 1, p_turns_per_day: 1, p_chats_per_minute: 1 };
    expect((await beginTurn(backend, member, limits)).outcome).toBe("begun");
    expect((await beginTurn(backend, member, limits)).outcome).toBe("limited");
    await age("-1 year");
    expect((await beginTurn(backend, member, limits)).outcome).toBe("begun");
    const refused = await beginTurn(backend, member, limits);
    expect(refused.outcome).toBe("limited");
    expect(refused.retry_after).toBeLessThanOrEqual(86_400);
  });

  it("an Undo counts like a new chat, and is refused beyond the limit [limits.chats]", async () => {
    const { chat } = await converse(backend, member, "before");
    const undo = async (p_chats_per_minute: number) => {
      await backend.sql("delete from public.chats where id = $1", chat.id);
      const args = { p_user_id: member.id, p_chat_id: chat.id, p_chats_per_minute };
      return effectOf(backend, () => call(backend, "restore_chat", args));
    };
    const refused = { outcome: "limited", retry_after: expect.any(Number) };
    expect(await undo(2)).toMatchObject({ answer: { outcome: "restored" } });
    expect(await used()).toMatchObject({ chats_minute: 2 });
    expect(await undo(2)).toEqual({ answer: refused, changed: false });
  });

  it("a question that is asked again counts, and one that is running or answered does not", async () => {
    const turn = newTurn();
    await beginTurn(backend, member, turn);
    expect((await beginTurn(backend, member, turn)).outcome).toBe("running");
    expect(await used()).toMatchObject({ turns_minute: 1, turns_day: 1 });
    await release(backend, member, turn.p_question_id);
    expect((await beginTurn(backend, member, turn)).outcome).toBe("begun");
    expect(await used()).toMatchObject({ turns_minute: 2, turns_day: 2 });
    await finish(backend, member, turn.p_question_id);
    expect((await beginTurn(backend, member, turn)).outcome).toBe("answered");
    expect(await used()).toMatchObject({ turns_minute: 2, turns_day: 2, chats_minute: 1 });
  });

  it("a member who deletes chats gets nothing of their limit back [limits.chats]", async () => {
    const { chat } = await converse(backend, member, "to be deleted");
    await member.client.from("chats").delete().eq("id", chat.id);
    expect((await beginTurn(backend, member, { p_turns_per_day: 1 })).outcome).toBe("limited");
  });

  it("a member with a limit of zero is refused at once", async () => {
    const refused = await beginTurn(backend, member, { p_turns_per_minute: 0 });
    expect(refused).toEqual({ outcome: "limited", retry_after: 60 });
  });
});
