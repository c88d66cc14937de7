import { afterEach, beforeAll, expect, it } from "vitest";
import type { TestBackend, Person } from "../../support/database/backend.ts";
import { brokenInvariants, NO_BROKEN_INVARIANT } from "../../support/database/invariants.ts";
import { onPostgres } from "../../support/database/on-every-database.ts";
import {
  beginTurn,
  contents,
  converse,
  finish,
  signUpPerson,
  withoutQueue,
} from "../../support/database/turns.ts";

const id = () => crypto.randomUUID();
const times = <Value>(count: number, make: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const tally = (outcomes: { outcome: string }[]) =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, (answer) => answer.outcome)].map(([name, list]) => [
      name,
      list.length,
    ]),
  );

onPostgres("calls at the same time", (queued) => {
  const backend = {} as TestBackend;
  let member: Person;
  let other: Person;

  beforeAll(async () => {
    Object.assign(backend, withoutQueue(queued));
    member = await signUpPerson(backend, "member");
    other = await signUpPerson(backend, "other");
  });
  afterEach(async () => {
    expect(await brokenInvariants(backend)).toEqual(NO_BROKEN_INVARIANT);
  });

  const messagesOf = (chatId: string) =>
    backend.sql<{ content: string; reply_to: string | null; id: string }>(
      `select id, content, reply_to from public.messages where chat_id = $1 order by created_at`,
      chatId,
    );

  it("ten sends with one id into ten chats are one question in one chat", async () => {
    const message = id();
    const before = await backend.sql(`select from public.chats`);
    const turns = await times(10, () => beginTurn(backend, member, { p_question_id: message }));
    expect(tally(turns)).toEqual({ begun: 1, conflict: 9 });
    expect(await backend.sql(`select from public.chats`)).toHaveLength(before.length + 1);
  });

  it("two members never share a chat or a message, whoever comes first", async () => {
    for (let round = 0; round < 15; round += 1) {
      const chat = { p_chat_id: id() };
      const message = { p_question_id: id() };
      const both = (args: Parameters<typeof beginTurn>[2]) =>
        Promise.all([beginTurn(backend, member, args), beginTurn(backend, other, args)]);
      expect(tally(await both(chat))).toEqual({ begun: 1, conflict: 1 });
      expect(tally(await both(message))).toEqual({ begun: 1, conflict: 1 });
    }
  });

  it("ten functions that end one turn store one reply, and all are given it", async () => {
    const { question } = await beginTurn(backend, member);
    const ends = await times(10, (index) =>
      finish(backend, member, question?.id ?? "", { p_content: `reply ${index}` }),
    );
    expect(new Set(ends.map(({ outcome, reply }) => `${outcome} ${reply?.id}`)).size).toBe(1);
    expect(ends[0]?.outcome).toBe("stored");
  });

  it("forty sends into one chat all arrive, in one order", async () => {
    const { chat } = await converse(backend, member, "first");
    const turns = await times(40, async (index) => {
      const { question } = await beginTurn(backend, member, {
        p_chat_id: chat.id,
        p_content: `question ${index}`,
        p_starts_chat: false,
      });
      return finish(backend, member, question?.id ?? "", { p_content: `reply ${index}` });
    });
    expect(tally(turns)).toEqual({ stored: 40 });
    const messages = await messagesOf(chat.id);
    expect(messages).toHaveLength(82);
    const words = new Map(messages.map((message) => [message.id, message.content]));
    const replies = messages.filter((message) => message.reply_to !== null).slice(1);
    expect(replies.map((reply) => reply.content.replace("reply", "question"))).toEqual(
      replies.map((reply) => words.get(reply.reply_to ?? "")),
    );
  });

  it("no more turns begin than the limit allows", async () => {
    const fresh = await signUpPerson(backend, "fresh");
    const turns = await times(30, () => beginTurn(backend, fresh, { p_turns_per_minute: 20 }));
    expect(tally(turns)).toEqual({ begun: 20, limited: 10 });
  });

  it("a member who is removed while turns begin and end leaves nothing behind", async () => {
    for (let round = 0; round < 5; round += 1) {
      const leaver = await signUpPerson(backend, "leaver");
      const turns = await times(12, () => beginTurn(backend, leaver));
      const finishAll = turns.map(({ question }) => finish(backend, member, question?.id ?? ""));
      await Promise.all([
        ...finishAll.slice(0, 6),
        beginTurn(backend, leaver),
        backend.sql(`delete from auth.users where id = $1`, leaver.id),
        beginTurn(backend, leaver),
        ...finishAll.slice(6),
      ]);
      expect(await contents(backend)).not.toContain(leaver.id);
    }
  });
});
