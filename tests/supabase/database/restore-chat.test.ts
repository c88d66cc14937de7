import { expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import { onPostgres, personOn } from "../../support/database/on-every-database.ts";
import { searchAll } from "../../support/database/searches.ts";
import {
  beginTurn,
  call,
  contents,
  converse,
  effectOf,
  finish,
  release,
  renew,
  undoDeletion,
  signUpPerson,
  askIn,
  newTurn,
  openAnswers,
  stopTurn,
  claimBegun,
  callCreateChat,
  refused,
} from "../../support/database/turns.ts";

onPostgres("undoing the deletion of a chat", (backend) => {
  const member = personOn(backend, "member");
  const stranger = personOn(backend, "stranger");

  const restore = (person: Pick<Person, "id">, chatId: string) =>
    undoDeletion(backend, person, chatId);
  const remove = (chatId: string, person = member) =>
    person.client.from("chats").delete().eq("id", chatId).select("id");
  const rowsOf = async (chatId: string) => ({
    chats: await backend.sql("select * from public.chats where id = $1", chatId),
    messages: await backend.sql(
      "select * from public.messages where chat_id = $1 order by created_at",
      chatId,
    ),
    attempts: await backend.sql(
      "select * from private.attempts where chat_id = $1 order by id",
      chatId,
    ),
  });
  const NOTHING = { chats: [], messages: [], attempts: [] };
  /** What its owner reads of a chat. */
  const readOf = async (chatId: string, { client } = member) => ({
    chats: (await client.from("chats").select("*").eq("id", chatId).throwOnError()).data,
    messages: (await client.from("messages").select("*").eq("chat_id", chatId).throwOnError()).data,
    attempts: await openAnswers({ client }, { p_chat_id: chatId }),
  });
  /** Moves the deletion of a chat into the past. */
  const age = (chatId: string, minutes: string) =>
    backend.sql(
      `update private.deleted_chats set deleted_at = deleted_at - $2::interval where id = $1`,
      chatId,
      minutes,
    );

  it("takes the rows away at once and brings all of them back as they were, also after a second time [chats.undo]", async () => {
    const { chat } = await converse(backend, member, "before");
    const turn = { p_chat_id: chat.id, p_starts_chat: false };
    const { question } = await beginTurn(backend, member, turn);
    await release(backend, member, question?.id ?? "", { p_content: "As far as" });
    const before = await rowsOf(chat.id);
    const read = await readOf(chat.id);
    expect([read.messages.length, read.attempts.length]).toEqual([3, 1]);
    for (const round of [1, 2]) {
      expect([round, (await remove(chat.id)).data]).toEqual([round, [{ id: chat.id }]]);
      expect(await readOf(chat.id)).toEqual(NOTHING);
      expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
      const restored = { outcome: "restored", chat: { id: chat.id } };
      expect(await restore(member, chat.id)).toMatchObject(restored);
      expect(await rowsOf(chat.id)).toEqual(before);
      expect(await readOf(chat.id)).toEqual(read);
    }
  });

  it("goes on in the restored chat, and says 'restored' again without a change", async () => {
    const { chat, question } = await converse(backend, member, "before");
    await remove(chat.id);
    await restore(member, chat.id);
    const again = await effectOf(backend, () => restore(member, chat.id));
    expect(again).toMatchObject({ answer: { outcome: "restored" }, changed: false });
    const next = await askIn(backend, member, chat.id);
    expect(next).toMatchObject({ outcome: "begun" });
    expect(next.question?.id).not.toBe(question.id);
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
  });

  it("refuses finishes, renewals and retries in a deleted chat as gone, and keeps an answer's text without its claim [chats.undo-running]", async () => {
    const retry = newTurn();
    const { p_chat_id: chatId, p_question_id: id } = retry;
    const held = claimBegun(await beginTurn(backend, member, retry));
    await renew(backend, member, id, { p_position: 1, p_piece: "As far as" });
    await remove(chatId);
    expect(await finish(backend, member, id, held)).toEqual({ outcome: "gone" });
    expect(await renew(backend, member, id, held)).toEqual({ outcome: "gone" });
    expect(await beginTurn(backend, member, retry)).toEqual({ outcome: "gone" });
    await restore(member, chatId);
    expect((await rowsOf(chatId)).attempts).toMatchObject([
      { id: held.p_answer_id, content: "As far as", claimed_until: null, failure: "gone" },
    ]);
    expect(await finish(backend, member, id, held)).toEqual({ outcome: "gone" });
    expect(await renew(backend, member, id, held)).toEqual({ outcome: "gone" });
    expect(await beginTurn(backend, member, retry)).toMatchObject({ outcome: "begun" });
    expect(await finish(backend, member, id, held)).toEqual({ outcome: "lost" });
  });

  it("keeps the rest of an answer's text, written before or after the Undo, until the answer is asked for again [chats.undo-running]", async () => {
    const turn = newTurn();
    const { p_chat_id: chatId, p_question_id: id } = turn;
    const held = claimBegun(await beginTurn(backend, member, turn));
    const handOver = (p_content: string, p_claim_id = held.p_claim_id) =>
      release(backend, member, id, { ...held, p_claim_id, p_failure: "gone", p_content });
    await renew(backend, member, id, { ...held, p_position: 1, p_piece: "In" });
    await remove(chatId);
    expect(await handOver("Of another claim", crypto.randomUUID())).toEqual({ outcome: "gone" });
    expect(await handOver("In Italy")).toEqual({ outcome: "gone" });
    await restore(member, chatId);
    expect((await rowsOf(chatId)).attempts).toMatchObject([{ content: "In Italy" }]);
    await handOver("In Italy, as far");
    expect((await rowsOf(chatId)).attempts).toMatchObject([{ content: "In Italy, as far" }]);
    await beginTurn(backend, member, turn);
    expect(await handOver("In Italy, too late")).toEqual({ outcome: "lost" });
    expect((await rowsOf(chatId)).attempts).toMatchObject([{ content: "In Italy, as far" }]);
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
  });

  it("brings a question back without an answer when nothing of it had been written [chats.undo-running]", async () => {
    const turn = newTurn();
    const { answer } = await beginTurn(backend, member, turn);
    await remove(turn.p_chat_id);
    await restore(member, turn.p_chat_id);
    expect((await rowsOf(turn.p_chat_id)).attempts).toMatchObject([
      { id: answer?.id, content: null, claimed_until: null, failure: "gone" },
    ]);
    expect(await beginTurn(backend, member, turn)).toMatchObject({ outcome: "begun" });
  });

  it("does not find a chat that is absent, another member's, or deleted by another member", async () => {
    const { chat } = await converse(backend, member, "before");
    const notFound = refused("not_found");
    expect(await effectOf(backend, () => restore(stranger, chat.id))).toEqual(notFound);
    await remove(chat.id);
    expect(await effectOf(backend, () => restore(stranger, chat.id))).toEqual(notFound);
    expect(await effectOf(backend, () => restore(member, crypto.randomUUID()))).toEqual(notFound);
  });

  it("an id of a deleted chat, of its messages and of its unfinished answers is taken for everybody until nobody can undo that [chats.undo]", async () => {
    const { chat, question, reply } = await converse(backend, member, "first");
    const turn = { p_chat_id: chat.id, p_starts_chat: false };
    const unfinished = await beginTurn(backend, member, turn);
    await remove(chat.id);
    const expectTaken = async (person: Person, ids: Parameters<typeof beginTurn>[2]) =>
      expect(await effectOf(backend, () => beginTurn(backend, person, ids))).toEqual(
        refused("conflict"),
      );
    for (const taken of [question.id, reply.id, unfinished.answer?.id ?? ""]) {
      for (const person of [member, stranger]) {
        await expectTaken(person, { p_question_id: taken });
        await expectTaken(person, { p_answer_id: taken });
        const p_together = [crypto.randomUUID(), taken].map((answerId) => ({ answerId }));
        await expectTaken(person, { p_together });
      }
      const { chat, question } = await converse(backend, stranger, "asked again");
      const again = { p_chat_id: chat.id, p_question_id: question.id, p_content: "asked again" };
      await expectTaken(stranger, { ...again, p_answer_id: taken });
    }
    await expectTaken(stranger, { p_chat_id: chat.id });
    const create = () => callCreateChat(backend, stranger, chat.id);
    expect(await effectOf(backend, create)).toEqual(refused("conflict"));
    expect(await restore(member, chat.id)).toMatchObject({ outcome: "restored" });

    await remove(chat.id);
    await age(chat.id, "10 minutes");
    await backend.sql("select private.purge_chats(1000)");
    const freed = { p_question_id: question.id, p_answer_id: reply.id };
    expect(await beginTurn(backend, stranger, freed)).toMatchObject({ outcome: "begun" });
    expect((await create()).outcome).toBe("created");
  });

  it("restores until ten minutes have passed, and not after", async () => {
    const { chat } = await converse(backend, member, "before");
    await remove(chat.id);
    await age(chat.id, "9 minutes 50 seconds");
    expect(await restore(member, chat.id)).toMatchObject({ outcome: "restored" });
    await remove(chat.id);
    await age(chat.id, "10 minutes");
    expect(await restore(member, chat.id)).toEqual({ outcome: "gone" });
    expect(await readOf(chat.id)).toEqual(NOTHING);
  });

  it("leaves no byte of it in any table after ten minutes, with the next write of anybody [chats.purge]", async () => {
    const words = `unforgettable ${crypto.randomUUID()}`;
    const { chat } = await converse(backend, member, words);
    await remove(chat.id);
    await beginTurn(backend, stranger);
    expect((await rowsOf(chat.id)).messages).toHaveLength(2);
    await age(chat.id, "10 minutes");
    await beginTurn(backend, stranger);
    const tables = await backend.sql<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'private')`,
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const { name } of tables) {
      const found = await backend.sql(`select from ${name} t where t::text like $1`, `%${words}%`);
      expect([name, found.length]).toEqual([name, 0]);
    }
  });

  it("keeps nothing of a member whose account is deleted, before or after their chat", async () => {
    const leaver = await signUpPerson(backend, "leaver");
    const { chat } = await converse(backend, leaver, "deleted by hand");
    await converse(backend, leaver, "deleted with the account");
    await remove(chat.id, leaver);
    await backend.sql("delete from auth.users where id = $1", leaver.id);
    expect(await contents(backend)).not.toContain(leaver.id);
  });

  it("a deleted chat is not read, written to, copied or searched by any function, and no read returns its messages [chats.delete-final]", async () => {
    const words = `hidden ${crypto.randomUUID()}`;
    const turn = { ...newTurn(), p_content: words };
    const { p_chat_id: chatId, p_question_id: id } = turn;
    const held = claimBegun(await beginTurn(backend, member, turn));
    await finish(backend, member, id, held);
    await remove(chatId);
    const own = { p_user_id: member.id, p_question_id: id };
    const copy = { ...newTurn(), p_from_chat: chatId, p_from_message: id };
    const { p_answer_id } = held;
    const outcomes = [
      await beginTurn(backend, member, turn),
      await beginTurn(backend, member, { ...turn, p_starts_chat: false }),
      await beginTurn(backend, member, copy),
      await call(backend, "look_at_turn", { ...own, p_answer_id }),
      await stopTurn(backend, member, { p_chat_id: chatId, p_question_id: id }),
      await finish(backend, member, id, held),
      await renew(backend, member, id, held),
      await release(backend, member, id, held),
      await call(backend, "choose_answer", {
        p_user_id: member.id,
        p_chat_id: chatId,
        p_answer_id,
      }),
    ].map(({ outcome }) => outcome);
    expect(outcomes).toEqual("gone gone not_found gone not_found gone gone gone gone".split(" "));
    expect(await searchAll(backend, member, words)).toEqual([]);
    for (const filter of [`id=eq.${id}`, `chat_id=eq.${chatId}`, `content=eq.${words}`, ""]) {
      const read = await backend.request(`/rest/v1/messages?${filter}`, {}, member);
      expect(await read.text()).not.toContain(words);
    }
    await restore(member, chatId);
    expect(await searchAll(backend, member, words)).toHaveLength(1);
  });

  it("a purge takes a long deleted chat in batches, of which nobody sees one, and its id stays [chats.purge]", async () => {
    const { chat } = await converse(backend, member, "long");
    for (let count = 0; count < 4; count += 1) {
      const { question } = await askIn(backend, member, chat.id);
      await finish(backend, member, question?.id ?? "");
    }
    await remove(chat.id);
    await age(chat.id, "10 minutes");
    const remaining: number[] = [];
    const purge = async () => {
      const [row] = await backend.sql<{ removed: number }>(
        "select private.purge_chats(4) as removed",
      );
      remaining.push((await rowsOf(chat.id)).messages.length);
      expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
      return row?.removed;
    };
    expect([await purge(), await purge(), await purge(), await purge()]).toEqual([4, 4, 3, 0]);
    expect(remaining).toEqual([6, 2, 0, 0]);
    expect(await restore(member, chat.id)).toEqual({ outcome: "gone" });
    expect((await callCreateChat(backend, member, chat.id)).outcome).toBe("gone");
  });

  it("a message that names a chat which is deleted or was never there is refused", async () => {
    const { chat } = await converse(backend, member, "before");
    await remove(chat.id);
    for (const chatId of [chat.id, crypto.randomUUID()]) {
      const insert = backend.sql(
        `insert into public.messages (chat_id, user_id, created_at, direction, role, content)
         values ($1, $2, now(), 'inbound', 'user', 'Late')`,
        chatId,
        member.id,
      );
      await expect(insert).rejects.toThrow("The chat of the message does not exist.");
    }
  });
});
