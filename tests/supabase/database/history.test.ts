import { describe, expect, it } from "vitest";
import { onPostgres, personOn } from "../../support/database/on-every-database.ts";
import {
  beginTurn,
  type BeginArgs,
  converse,
  everyModel,
  finish,
  askIn,
  release,
} from "../../support/database/turns.ts";

onPostgres("the history that begin_turn returns", (backend) => {
  const member = personOn(backend, "member");

  /** Asks `text` in the chat and returns the contents of the history. */
  async function historyOf(
    chatId: string,
    text: string,
    budget: number,
    args: Partial<BeginArgs> = {},
  ) {
    const turn = await askIn(backend, member, chatId, {
      p_content: text,
      p_budgets: everyModel(budget),
      ...args,
    });
    return { ...turn, contents: turn.history?.map((message) => message.content) };
  }

  it("a model gets exactly the messages that fit, and at one token more the conversation is cut [models.history]", async () => {
    // Each of the two messages of the chat and the question is a token.
    const fitting = await converse(backend, member, "1234");
    const whole = await historyOf(fitting.chat.id, "12", 3);
    expect([whole.contents, whole.context_from]).toEqual([["1234", "1234", "12"], null]);
    const over = await converse(backend, member, "1234");
    const cut = await historyOf(over.chat.id, "12345", 3);
    expect([cut.contents, cut.context_from]).toEqual([["12345"], cut.question?.id]);
  });

  it("a conversation that does not fit is cut to 60 % of the budget, and begins with a question", async () => {
    const { chat } = await converse(backend, member, "x".repeat(40));
    for (const text of ["b", "c", "d", "e"]) {
      const { question } = await historyOf(chat.id, text.repeat(40), 100);
      await finish(backend, member, question?.id ?? "", { p_content: text.repeat(40) });
    }
    // Eleven messages of ten tokens are 110; 60 hold six of them, of which the first would be an answer.
    const cut = await historyOf(chat.id, "f".repeat(40), 100);
    expect(cut.contents?.map((content) => content[0]).join("")).toBe("ddeef");
  });

  it("the tokens of a message are estimated by the width of its characters", async () => {
    const { question } = await historyOf(
      (await converse(backend, member, "x")).chat.id,
      `${"word".repeat(10)}${"字".repeat(10)}${"😀".repeat(10)}`,
      1_000,
    );
    expect(question).toMatchObject({ estimated_tokens: Math.ceil(60 / 4 + (20 + 30) * 0.4) });
  });

  it("the tokens of a message that is loaded from a dump, where triggers are off, are estimated", async () => {
    const { chat } = await converse(backend, member, "b".repeat(40));
    await backend.database.run(`
      set local session_replication_role = replica;
      update public.messages set estimated_tokens = 7 where chat_id = '${chat.id}';
      insert into public.messages (chat_id, user_id, created_at, direction, role, content)
        values ('${chat.id}', '${member.id}', now() - interval '1 hour', 'inbound', 'user', repeat('字', 10));`);
    expect(await tokensIn(chat.id)).toEqual([11, 7, 7]);
  });

  async function tokensIn(chatId: string) {
    const rows = await backend.sql<{ tokens: number }>(
      "select estimated_tokens as tokens from public.messages where chat_id = $1 order by created_at",
      chatId,
    );
    return rows.map(({ tokens }) => tokens);
  }

  it("a model always gets the question, however long it is [models.history]", async () => {
    const { chat } = await converse(backend, member, "before");
    const question = "q".repeat(50);
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

  describe("a question that a model declined", () => {
    const decline = (questionId: string) =>
      release(backend, member, questionId, { p_failure: "provider_failed", p_is_refused: true });
    /** A chat with an answered question and one that was declined. */
    async function declinedChat() {
      const { chat } = await converse(backend, member, "first");
      const declined = await historyOf(chat.id, "declined", 1_000);
      await decline(declined.question?.id ?? "");
      const ids = {
        p_question_id: declined.question?.id ?? "",
        p_answer_id: declined.answer?.id ?? "",
      };
      const retry = (args: Partial<BeginArgs> = {}) =>
        historyOf(chat.id, "declined", 1_000, { ...ids, ...args });
      return { chatId: chat.id, questionId: ids.p_question_id, retry };
    }

    it("is given to no model with the next one [models.declined]", async () => {
      const { chatId } = await declinedChat();
      for (const p_model of ["chatgpt-4", "claude-4"]) {
        const next = await historyOf(chatId, `next of ${p_model}`, 1_000, { p_model });
        expect(next.contents).toEqual(expect.arrayContaining(["first", `next of ${p_model}`]));
        expect(next.contents).not.toContain("declined");
        expect(next.context_from).toBeNull();
      }
    });

    it("is given when it is asked again, and left out again when that fails for another reason", async () => {
      const { chatId, questionId, retry } = await declinedChat();
      expect((await retry()).contents).toEqual(["first", "first", "declined"]);
      await release(backend, member, questionId, { p_failure: "timed_out" });
      const next = await historyOf(chatId, "next", 1_000);
      expect(next.contents).toEqual(["first", "first", "next"]);
    });

    it("is given from the next one on when a model has answered it, and until then stays out for one that is asked again", async () => {
      const { chatId, questionId, retry } = await declinedChat();
      const next = await historyOf(chatId, "next", 1_000);
      await finish(backend, member, next.question?.id ?? "", { p_content: "next answer" });
      await retry({ p_model: "grok" });
      await finish(backend, member, questionId, { p_content: "late answer" });
      const again = await historyOf(chatId, "next", 1_000, {
        p_question_id: next.question?.id ?? "",
        p_answer_id: crypto.randomUUID(),
      });
      expect(again.contents).toEqual(["first", "first", "next"]);
      const last = await historyOf(chatId, "last", 1_000, { p_model: "grok" });
      expect(last.contents).toEqual([
        "first",
        "first",
        "declined",
        "next",
        "next answer",
        "late answer",
        "last",
      ]);
    });

    it("is given when one of several models has answered it, but to the one that declined it only when that has answered too [models.declined]", async () => {
      const { chat } = await converse(backend, member, "first");
      const asked = await historyOf(chat.id, "several", 1_000);
      await finish(backend, member, asked.question?.id ?? "", { p_content: "one answer" });
      await historyOf(chat.id, "several", 1_000, {
        p_question_id: asked.question?.id ?? "",
        p_answer_id: crypto.randomUUID(),
        p_model: "claude-4",
      });
      await decline(asked.question?.id ?? "");
      const next = await historyOf(chat.id, "next", 1_000, { p_model: "grok" });
      expect(next.contents).toEqual(["first", "first", "several", "one answer", "next"]);
      const of = { p_model: "claude-4" as const };
      const another = await historyOf(chat.id, "another", 1_000, of);
      expect(another.contents).toEqual(["first", "first", "next", "another"]);
      const copy = await beginTurn(backend, member, {
        p_content: "edited",
        p_from_chat: chat.id,
        p_from_message: another.question?.id ?? "",
        ...of,
      });
      expect(copy.history?.map(({ content }) => content)).toEqual([
        "first",
        "first",
        "next",
        "edited",
      ]);
    });

    it("is given to the model that declined it, with the reply that was gone on from, when that has answered it after all", async () => {
      const { chat } = await converse(backend, member, "first");
      const of = { p_model: "claude-4" as const };
      const asked = await historyOf(chat.id, "asked", 1_000, of);
      const questionId = asked.question?.id ?? "";
      await decline(questionId);
      await historyOf(chat.id, "asked", 1_000, {
        ...of,
        p_question_id: questionId,
        p_answer_id: asked.answer?.id ?? "",
      });
      await finish(backend, member, questionId, { p_content: "after all" });
      expect((await historyOf(chat.id, "next", 1_000, of)).contents).toEqual([
        "first",
        "first",
        "asked",
        "after all",
        "next",
      ]);
    });

    it("is not given to the model that declined it when that compares later replies", async () => {
      const { chat } = await converse(backend, member, "first");
      const asked = await historyOf(chat.id, "several", 1_000, { p_model: "grok" });
      await finish(backend, member, asked.question?.id ?? "", { p_content: "one answer" });
      const again = { p_question_id: asked.question?.id ?? "", p_answer_id: crypto.randomUUID() };
      await historyOf(chat.id, "several", 1_000, { ...again, p_model: "claude-4" });
      await decline(again.p_question_id);
      const next = await historyOf(chat.id, "next", 1_000, { p_model: "grok" });
      await finish(backend, member, next.question?.id ?? "", { p_content: "next answer" });
      const about = {
        p_question_id: next.question?.id ?? "",
        p_compares: [next.answer?.id ?? ""],
      };
      const compared = async (p_model: BeginArgs["p_model"]) =>
        (
          await historyOf(chat.id, "next", 100_000, {
            ...about,
            p_answer_id: crypto.randomUUID(),
            ...(p_model && { p_model }),
          })
        ).contents;
      expect(await compared("claude-4")).toEqual(["first", "first", "next"]);
      expect(await compared("grok")).toEqual(["first", "first", "several", "one answer", "next"]);
    });

    it("stays out in an imported chat as in any other", async () => {
      const messages = [
        { key: "1", role: "user", content: "imported" },
        { key: "2", role: "assistant", content: "imported answer", replyTo: "1" },
        { key: "3", role: "user", content: "nobody answered" },
      ];
      const { chat_id: chatId } = (await backend.rpc("import_chat", {
        p_user_id: member.id,
        p_import_id: crypto.randomUUID(),
        p_source: "claude",
        p_key: crypto.randomUUID(),
        p_messages_per_day: 1_000_000,
        p_mb_per_day: 1_000,
        p_messages: JSON.stringify(messages),
      })) as { chat_id: string };
      const declined = await historyOf(chatId, "declined", 1_000, { p_model: "claude-4" });
      await decline(declined.question?.id ?? "");
      const next = await historyOf(chatId, "next", 1_000, { p_model: "claude-4" });
      expect(next.contents).toEqual(["imported", "imported answer", "nobody answered", "next"]);
    });

    it("is not in a copy that begins before a later one", async () => {
      const { chatId } = await declinedChat();
      const next = await historyOf(chatId, "next", 1_000);
      const copy = await beginTurn(backend, member, {
        p_content: "edited",
        p_from_chat: chatId,
        p_from_message: next.question?.id ?? "",
      });
      expect(copy.history?.map(({ content }) => content)).toEqual(["first", "first", "edited"]);
    });

    it("stays as it was when whoever reports it has lost the claim", async () => {
      const { chat } = await converse(backend, member, "first");
      const asked = await historyOf(chat.id, "slow", 1_000);
      const p_claim_id = crypto.randomUUID();
      const lost = await release(backend, member, asked.question?.id ?? "", {
        p_claim_id,
        p_is_refused: true,
      });
      expect(lost.outcome).toBe("lost");
      expect((await historyOf(chat.id, "next", 1_000)).contents).toContain("slow");
    });
  });

  it("a model gets 200 messages at most, and 120 of a longer chat [models.history]", async () => {
    const { chat } = await converse(backend, member, "start");
    const older = (from: number, to: number) =>
      backend.sql(
        `insert into public.messages (chat_id, user_id, created_at, direction, role, content)
         select $1, $2, now() - n * interval '1 day', 'inbound', 'user', 'older ' || n
         from generate_series($3::integer, $4::integer) n`,
        chat.id,
        member.id,
        from,
        to,
      );
    await older(1, 197);
    const all = await historyOf(chat.id, "now", 1_000_000);
    expect([all.contents?.length, all.contents?.[0]]).toEqual([200, "older 197"]);
    await older(198, 500);
    const cut = await historyOf(chat.id, "then", 1_000_000);
    expect([cut.contents?.length, cut.contents?.at(-1)]).toEqual([120, "then"]);
  });

  it("the beginning of what a model gets changes at most twice in twenty turns over the budget [models.history] [models.memory]", async () => {
    const { chat } = await converse(backend, member, "x".repeat(200));
    const starts = new Set<string | null | undefined>();
    for (let count = 0; count < 25; count += 1) {
      // Every turn is 100 tokens. The first ten fit the budget.
      const { question, context_from } = await historyOf(chat.id, `${count} `.padEnd(200), 1_000);
      if (count >= 5) starts.add(context_from);
      await finish(backend, member, question?.id ?? "", { p_content: "y".repeat(200) });
    }
    // The whole conversation, and two cuts at most in each twenty turns.
    expect(starts.size).toBeLessThanOrEqual(5);
    expect(starts.size).toBeGreaterThan(1);
  });
});
