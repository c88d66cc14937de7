import { expect, it } from "vitest";
import { onPostgres } from "../../support/database/on-every-database.ts";
import { BEGIN, type BeginArgs, converse, signUpPerson } from "../../support/database/turns.ts";

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
});
