import { expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onPostgres } from "../../support/database/on-every-database.ts";
import {
  BEGIN,
  type BeginArgs,
  beginTurn,
  call,
  converse,
  effectOf,
  signUpPerson,
} from "../../support/database/turns.ts";

const id = () => crypto.randomUUID();

onPostgres("a chat", (backend) => {
  it("a member's question writes its chat once, whether the chat is new or not", async () => {
    const member = await signUpPerson(backend, "writer");
    const { chat } = await converse(backend, member, "mine");
    const writes = async (args: Partial<BeginArgs>) => {
      const given = { ...BEGIN, p_user_id: member.id, p_question_id: id(), ...args };
      const named = Object.keys(given).map((key, index) => `${key} => $${index + 1}`);
      const [row] = await backend.sql<{ outcome: string; inserted: number; updated: number }>(
        // What the connection has counted may be of transactions before.
        `with before as materialized (
          select pg_stat_get_xact_tuples_inserted('public.chats'::regclass) as inserted,
            pg_stat_get_xact_tuples_updated('public.chats'::regclass) as updated)
        select begun ->> 'outcome' as outcome,
          (pg_stat_get_xact_tuples_inserted('public.chats'::regclass) - inserted)::integer as inserted,
          (pg_stat_get_xact_tuples_updated('public.chats'::regclass) - updated)::integer as updated
        from before, lateral (
          select public.begin_turn(${named.join()}) as begun where inserted >= 0 offset 0) turn`,
        ...Object.values(given),
      );
      return row;
    };
    expect(await writes({ p_chat_id: id() })).toEqual({
      outcome: "begun",
      inserted: 1,
      updated: 0,
    });
    expect(await writes({ p_chat_id: chat.id, p_starts_chat: false, p_model: "claude-4" })).toEqual(
      { outcome: "begun", inserted: 0, updated: 1 },
    );
  });

  it("an id of a deleted chat, of its messages and of its unfinished answers is taken for everybody until nobody can undo that [chats.undo]", async () => {
    const member = await signUpPerson(backend, "member");
    const stranger = await signUpPerson(backend, "stranger");
    const remove = () => backend.sql("delete from public.chats where id = $1", chat.id);
    const restore = () =>
      call(backend, "restore_chat", { p_user_id: member.id, p_chat_id: chat.id });
    const { chat, question, reply } = await converse(backend, member, "first");
    const turn = { p_chat_id: chat.id, p_starts_chat: false };
    const unfinished = await beginTurn(backend, member, turn);
    await remove();
    const conflict = { answer: { outcome: "conflict" }, changed: false };
    const expectTaken = async (person: Person, ids: Parameters<typeof beginTurn>[2]) =>
      expect(await effectOf(backend, () => beginTurn(backend, person, ids))).toEqual(conflict);
    for (const taken of [question.id, reply.id, unfinished.answer?.id ?? ""]) {
      for (const person of [member, stranger]) {
        await expectTaken(person, { p_question_id: taken });
        await expectTaken(person, { p_answer_id: taken });
        const p_together = [id(), taken].map((answerId) => ({ answerId }));
        await expectTaken(person, { p_together });
      }
      const { chat, question } = await converse(backend, stranger, "asked again");
      const again = { p_chat_id: chat.id, p_question_id: question.id, p_content: "asked again" };
      await expectTaken(stranger, { ...again, p_answer_id: taken });
    }
    await expectTaken(stranger, { p_chat_id: chat.id });
    const create = () =>
      call(backend, "create_chat", {
        p_user_id: stranger.id,
        p_chat_id: chat.id,
        p_chats_per_minute: 1000,
      });
    expect(await effectOf(backend, create)).toEqual(conflict);
    expect(await restore()).toMatchObject({ outcome: "restored" });

    await remove();
    await backend.sql(
      "update private.restorable_chats set deleted_at = deleted_at - interval '10 minutes' where id = $1",
      chat.id,
    );
    await backend.sql("select private.purge_chats(10)");
    const freed = { p_question_id: question.id, p_answer_id: reply.id };
    expect(await beginTurn(backend, stranger, freed)).toMatchObject({ outcome: "begun" });
    expect((await create()).outcome).toBe("created");
  });
});
