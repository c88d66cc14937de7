import { expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onPostgres, personOn } from "../../support/database/on-every-database.ts";
import {
  type BeginArgs,
  beginTurn,
  call,
  converse,
  effectOf,
  finish,
  undoDeletion,
  signUpPerson,
  askIn,
  refused,
  newTurn,
} from "../../support/database/turns.ts";

onPostgres("choosing an answer", (backend) => {
  const member = personOn(backend, "member");
  const stranger = personOn(backend, "stranger");

  const choose = (person: Person, chatId: string, answerId: string) =>
    call(backend, "choose_answer", {
      p_user_id: person.id,
      p_chat_id: chatId,
      p_answer_id: answerId,
    });

  it("the next question follows the answer that was chosen on any device, unless the person was looking at another one [answers.chosen]", async () => {
    const p_chat_id = crypto.randomUUID();
    let p_question_id = crypto.randomUUID();
    const ask = (args: Partial<BeginArgs> = {}) =>
      beginTurn(backend, member, { p_chat_id, p_question_id, ...args });
    const answer = async () => {
      const p_answer_id = crypto.randomUUID();
      const { claim: p_claim_id = "" } = await ask({ p_answer_id });
      await finish(backend, member, p_question_id, { p_answer_id, p_claim_id });
      return p_answer_id;
    };
    /** What a next question follows. Nothing of it stays. */
    const followed = async (args: Partial<BeginArgs> = {}) => {
      const next = { p_question_id: crypto.randomUUID(), p_starts_chat: false };
      const { outcome, question } = await ask({ ...next, ...args });
      await backend.sql("delete from public.messages where id = $1", next.p_question_id);
      return question?.follows ?? outcome;
    };
    const unlessChosen = (p_follows: string) => followed({ p_follows, p_unless_chosen: true });

    const [older, chosen, newest] = [await answer(), await answer(), await answer()];
    expect(await followed()).toBe(newest);
    expect(await unlessChosen(older)).toBe(older);
    await choose(member, p_chat_id, chosen);
    expect(await followed()).toBe(chosen);
    expect(await unlessChosen(older)).toBe(chosen);
    expect(await followed({ p_follows: older })).toBe(older);
    expect(await unlessChosen(crypto.randomUUID())).toBe("conflict");

    // What was chosen for an earlier question says nothing about the last one.
    p_question_id = crypto.randomUUID();
    await ask({ p_starts_chat: false });
    await finish(backend, member, p_question_id);
    const [last, further] = [await answer(), await answer()];
    expect(await followed()).toBe(further);
    expect(await unlessChosen(last)).toBe(last);
    expect(await followed({ p_follows: older })).toBe(further);
    expect(await unlessChosen(chosen)).toBe(further);

    // Nor does what a page shows that has not heard of the last question.
    await choose(member, p_chat_id, last);
    expect(await followed({ p_follows: older })).toBe(last);
    expect(await followed({ p_follows: further })).toBe(further);
  });

  it("a question keeps which answers were asked for together with it, and its copies do not [answers.all-devices]", async () => {
    const turn = { ...newTurn(), p_answer_id: crypto.randomUUID() };
    const p_together = [
      { answerId: turn.p_answer_id, model: "grok" },
      { answerId: crypto.randomUUID(), model: "claude-4" },
    ];
    const other = await converse(backend, stranger, "another member's");
    for (const taken of [turn.p_question_id, other.question.id, other.reply.id]) {
      const wrong = { ...turn, p_together: [...p_together, { answerId: taken, model: "grok" }] };
      const effect = await effectOf(backend, () => beginTurn(backend, member, wrong));
      expect(effect).toEqual(refused("conflict"));
    }
    const { question } = await beginTurn(backend, member, { ...turn, p_together });
    expect(question?.asked_together).toEqual(p_together);
    await finish(backend, member, turn.p_question_id, { p_answer_id: turn.p_answer_id });

    // Asking again leaves it as it is.
    const again = {
      ...turn,
      p_answer_id: crypto.randomUUID(),
      p_together: p_together.toReversed(),
    };
    expect((await beginTurn(backend, member, again)).question?.asked_together).toEqual(p_together);
    const next = await askIn(backend, member, turn.p_chat_id);
    expect(next.question?.asked_together).toBeNull();

    const copy = { p_from_chat: turn.p_chat_id, p_from_message: next.question?.id ?? "" };
    const { chat } = await beginTurn(backend, member, copy);
    const copies = await backend.sql(
      "select asked_together from public.messages where chat_id = $1 and role = 'user'",
      chat?.id ?? "",
    );
    expect(copies).toEqual([{ asked_together: null }, { asked_together: null }]);
  });

  it("what a person chose, also without a membership, is lost with the chat and comes back with it", async () => {
    const former = await signUpPerson(backend, "former");
    const { chat, reply } = await converse(backend, former, "before");
    await call(backend, "set_membership", { p_email: former.email, p_status: "expired" });
    const { created_at: at, id } = reply;
    const answered = { last_message_at: at, last_answer_at: at, seen_at: chat.created_at };
    const chosen = { ...chat, ...answered, chosen_answer: id };
    expect(await choose(former, chat.id, reply.id)).toEqual({ outcome: "chosen", chat: chosen });
    await former.client.from("chats").delete().eq("id", chat.id);
    expect(await choose(former, chat.id, reply.id)).toEqual({ outcome: "gone" });
    const restored = await undoDeletion(backend, former, chat.id);
    expect(restored).toMatchObject({ outcome: "restored", chat: { chosen_answer: reply.id } });
  });
});
