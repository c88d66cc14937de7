import { beforeAll, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onEveryDatabase } from "../../support/database/on-every-database.ts";
import { call, converse, effectOf, signUpPerson } from "../../support/database/turns.ts";

onEveryDatabase("choosing an answer", (backend) => {
  let member: Person;
  let stranger: Person;

  beforeAll(async () => {
    member = await signUpPerson(backend, "member");
    stranger = await signUpPerson(backend, "stranger");
  });

  const choose = (person: Person, chatId: string, answerId: string) =>
    call(backend, "choose_answer", {
      p_user_id: person.id,
      p_chat_id: chatId,
      p_answer_id: answerId,
    });

  it("a person who chooses an answer changes that of the chat and nothing else, also without a membership", async () => {
    const former = await signUpPerson(backend, "former");
    const { chat, reply } = await converse(backend, former, "before");
    await call(backend, "set_membership", { p_email: former.email, p_status: "expired" });
    const chosen = { ...chat, last_message_at: reply.created_at, chosen_answer: reply.id };
    expect(await choose(former, chat.id, reply.id)).toEqual({ outcome: "chosen", chat: chosen });
    expect(await effectOf(backend, () => choose(former, chat.id, reply.id))).toEqual({
      answer: { outcome: "chosen", chat: chosen },
      changed: false,
    });
  });

  it("a person who chooses in another member's chat, or what is no answer of the chat, is told that it is not there", async () => {
    const { chat, question, reply } = await converse(backend, member, "before");
    const other = await converse(backend, member, "elsewhere");
    const theirs = await converse(backend, stranger, "theirs");
    const notFound = { answer: { outcome: "not_found" }, changed: false };
    const tries: [Person, string, string][] = [
      [stranger, chat.id, reply.id],
      [stranger, chat.id, theirs.reply.id],
      [member, crypto.randomUUID(), reply.id],
      [member, chat.id, question.id],
      [member, chat.id, other.reply.id],
      [member, chat.id, theirs.reply.id],
      [member, chat.id, crypto.randomUUID()],
    ];
    for (const [person, chatId, answerId] of tries) {
      expect(await effectOf(backend, () => choose(person, chatId, answerId))).toEqual(notFound);
    }
  });

  it("what a person chose is lost with the chat and comes back with it", async () => {
    const { chat, reply } = await converse(backend, member, "before");
    await choose(member, chat.id, reply.id);
    await member.client.from("chats").delete().eq("id", chat.id);
    expect(await choose(member, chat.id, reply.id)).toEqual({ outcome: "gone" });
    const restored = await call(backend, "restore_chat", {
      p_user_id: member.id,
      p_chat_id: chat.id,
    });
    expect(restored).toMatchObject({ outcome: "restored", chat: { chosen_answer: reply.id } });
  });
});
