import { beforeAll, expect, it } from "vitest";
import type { Person } from "../../support/database/backend.ts";
import { onEveryDatabase } from "../../support/database/on-every-database.ts";
import { beginTurn, converse, finish, signUpPerson } from "../../support/database/turns.ts";

onEveryDatabase("the history that begin_turn returns", (backend) => {
  let member: Person;

  beforeAll(async () => {
    member = await signUpPerson(backend, "member");
  });

  /** Asks `text` in the chat and returns the contents of the history. */
  async function historyOf(chatId: string, text: string, budget: number) {
    const turn = await beginTurn(backend, member, {
      p_chat_id: chatId,
      p_content: text,
      p_starts_chat: false,
      p_history_characters: budget,
    });
    return { ...turn, contents: turn.history?.map((message) => message.content) };
  }

  it("a model gets the messages of the chat oldest first, with their roles", async () => {
    const { chat } = await converse(backend, member, "a");
    const { history } = await historyOf(chat.id, "b", 1_000);
    expect(history).toEqual([
      { role: "user", content: "a" },
      { role: "assistant", content: "a" },
      { role: "user", content: "b" },
    ]);
  });

  it("a model gets exactly the messages that fit, and at one character more the oldest is dropped [models.history]", async () => {
    const fitting = await converse(backend, member, "1234");
    expect((await historyOf(fitting.chat.id, "12", 10)).contents).toEqual(["1234", "1234", "12"]);
    const over = await converse(backend, member, "1234");
    expect((await historyOf(over.chat.id, "123", 10)).contents).toEqual(["1234", "123"]);
  });

  it("what a model gets is measured in characters and not in bytes", async () => {
    const { chat } = await converse(backend, member, "😀😀");
    expect((await historyOf(chat.id, "é", 5)).contents).toEqual(["😀😀", "😀😀", "é"]);
  });

  it("a model gets no history with a gap: a short message before one that does not fit is dropped too", async () => {
    const { chat } = await converse(backend, member, "x");
    const long = await historyOf(chat.id, "y".repeat(50), 1_000);
    await finish(backend, member, long.question?.id ?? "", { p_content: "z" });
    expect((await historyOf(chat.id, "w", 10)).contents).toEqual(["z", "w"]);
  });

  it("a model always gets the question, however long it is [models.history]", async () => {
    const { chat } = await converse(backend, member, "before");
    const question = "q".repeat(11);
    expect((await historyOf(chat.id, question, 10)).contents).toEqual([question]);
    expect((await historyOf(chat.id, question, 0)).contents).toEqual([question]);
  });

  it("a model gets nothing that came after a question which is asked again", async () => {
    const asked = await beginTurn(backend, member, { p_content: "first", p_lease: "0 seconds" });
    const chatId = asked.chat?.id ?? "";
    const later = await historyOf(chatId, "second", 1_000);
    await finish(backend, member, later.question?.id ?? "");
    const again = await beginTurn(backend, member, {
      p_chat_id: chatId,
      p_question_id: asked.question?.id ?? "",
      p_content: "first",
    });
    expect(again.history).toEqual([{ role: "user", content: "first" }]);
  });

  it("a model gets 200 messages at most", async () => {
    const { chat } = await converse(backend, member, "start");
    await backend.sql(
      `insert into public.messages (chat_id, user_id, created_at, direction, role, content)
       select $1, $2, now() - n * interval '1 second', 'inbound', 'user', 'older ' || n
       from generate_series(1, 300) n`,
      chat.id,
      member.id,
    );
    const { contents } = await historyOf(chat.id, "now", 1_000_000);
    expect(contents).toHaveLength(200);
    expect(contents?.[0]).toBe("older 197");
    expect(contents?.at(-1)).toBe("now");
  });

  it("a model never gets messages of another chat", async () => {
    await converse(backend, member, "elsewhere");
    const { chat } = await converse(backend, member, "here");
    expect((await historyOf(chat.id, "now", 1_000)).contents).toEqual(["here", "here", "now"]);
  });
});
