import { describe, expect, it, vi } from "vitest";
import type { Message, SendMessageResponse } from "../../../supabase/functions/_shared/contract.ts";
import { MODEL_IDS } from "../../../supabase/functions/_shared/models.ts";
import { conversationWith, givenTo } from "./conversation.ts";
import { setUpDrivenProduct } from "./driven-product.ts";

const SOON = { timeout: 30_000, interval: 50 };

describe("the chosen answers", () => {
  const our = setUpDrivenProduct("postgres");
  const { answerNext, say } = conversationWith(our);

  it("each model is given the chosen answers and nothing else, byte for byte [answers.follows]", async () => {
    const chatId = await our.emptyChat();
    const first = { chatId, messageId: crypto.randomUUID(), message: "One?" };
    const a = await say({ ...first, answerId: crypto.randomUUID() }, "1a — “ä”");
    await say({ ...first, answerId: crypto.randomUUID(), model: "grok" }, "1b");
    // A broken-off answer is given to nobody either.
    const failing = our.product.post(
      "send_message",
      { ...first, answerId: crypto.randomUUID(), model: "claude-4" },
      our.member,
    );
    const broken = await our.provider.next();
    broken.write("1c, half");
    broken.cut();
    expect((await failing).status).toBe(502);

    const second = {
      chatId,
      messageId: crypto.randomUUID(),
      message: "Two?",
      follows: a.aiMessage.id,
    };
    for (const model of MODEL_IDS) {
      const sending = our.product.post(
        "send_message",
        { ...second, model, answerId: crypto.randomUUID() },
        our.member,
      );
      const call = await answerNext(`2 of ${model}`);
      expect(givenTo(call)).toEqual(["One?", "1a — “ä”", "Two?"]);
      expect((await sending).status).toBe(200);
    }
    // Without `follows` it is the newest answer; what was chosen before stays chosen.
    const sending = our.product.post("send_message", { chatId, message: "Three?" }, our.member);
    const call = await answerNext("3");
    expect(givenTo(call)).toEqual(["One?", "1a — “ä”", "Two?", "2 of claude-4", "Three?"]);
    expect((await sending).body).toMatchObject({ userMessage: { follows: expect.any(String) } });
  });

  it("an answer is asked for again only while its question is the last of the chat, and 12 times at most [answers.limits]", async () => {
    const chatId = await our.emptyChat();
    const first = { chatId, messageId: crypto.randomUUID(), message: "Again and again" };
    const ids = Array.from({ length: 12 }, () => crypto.randomUUID());
    for (const answerId of ids) await say({ ...first, answerId }, `Answer ${answerId}`);
    const refused = async (body: object) => {
      const before = await our.product.tables();
      const { status, body: error } = await our.product.post("send_message", body, our.member);
      expect([status, error]).toEqual([
        409,
        { error: expect.stringMatching(/^[A-Z].{20,}\.$/), code: "conflict" },
      ]);
      expect(await our.product.tables()).toEqual(before);
    };
    await refused({ ...first, answerId: crypto.randomUUID() });
    const next = await say({ chatId, message: "Next" }, "Yes");
    await refused({ ...first, answerId: crypto.randomUUID() });
    // An id of before returns its answer, whatever has followed.
    const stored = await our.product.post(
      "send_message",
      { ...first, answerId: ids[0] },
      our.member,
    );
    expect(stored).toMatchObject({ status: 200, body: { aiMessage: { id: ids[0] } } });
    expect(next.userMessage.follows).toBe(ids.at(-1));
  });

  it("ids that are used for something else, or by somebody else, are refused, and nothing is changed [answers.id]", async () => {
    const chatId = await our.emptyChat();
    const first = await say({ chatId, message: "One?" }, "1");
    const second = await say({ chatId, message: "Two?" }, "2");
    const stranger = await our.product.member();
    const theirs = our.product.post("start_chat", { message: "Mine?" }, stranger);
    await answerNext("Yours");
    const other = (await theirs).body as { chat: { id: string } } & SendMessageResponse;
    const again = { chatId, messageId: second.userMessage.id, message: "Two?" };
    const next = { chatId, message: "Three?" };
    const before = await our.product.tables();
    const calls = our.provider.count();
    const attempts: [number, "send_message" | "start_chat", object][] = [
      [409, "send_message", { ...again, answerId: second.userMessage.id }],
      [409, "send_message", { ...again, answerId: first.aiMessage.id }],
      [409, "send_message", { ...again, answerId: other.aiMessage.id }],
      [409, "send_message", { ...next, answerId: other.userMessage.id }],
      [409, "send_message", { ...next, follows: second.userMessage.id }],
      [409, "send_message", { ...next, follows: other.aiMessage.id }],
      [409, "send_message", { ...next, follows: crypto.randomUUID() }],
      [404, "start_chat", { message: "Go on", from: from(other) }],
      [404, "start_chat", { message: "Go on", from: { chatId, messageId: first.aiMessage.id } }],
      [404, "start_chat", { message: "Go on", from: { chatId, messageId: crypto.randomUUID() } }],
      [404, "start_chat", { message: "Go on", from: { ...from(first), chatId: other.chat.id } }],
    ];
    for (const [expected, name, body] of attempts) {
      const { status } = await our.product.post(name, body, our.member);
      expect([body, status]).toEqual([body, expected]);
    }
    const stop = { chatId, messageId: first.userMessage.id, stop: true };
    const stops = [
      await our.product.post("send_message", { ...stop, answerId: other.aiMessage.id }, stranger),
      await our.product.post(
        "send_message",
        { ...stop, messageId: other.userMessage.id },
        our.member,
      ),
    ];
    expect(stops.map(({ status }) => status)).toEqual([404, 404]);
    expect(await our.product.tables()).toEqual(before);
    expect(our.provider.count()).toBe(calls);
  });

  it("a copied chat's first question gives exactly the copied conversation, and the old chat stays as it is [answers.copy]", async () => {
    const chatId = await our.emptyChat();
    const first = { chatId, messageId: crypto.randomUUID(), message: "One?" };
    const a = await say({ ...first, answerId: crypto.randomUUID() }, "1a");
    await say({ ...first, answerId: crypto.randomUUID(), model: "grok" }, "1b");
    const second = await say({ chatId, message: "Two?", follows: a.aiMessage.id }, "2");
    const third = await say({ chatId, message: "Three?" }, "3");
    const rowsOf = (id: string) =>
      our.product.backend.sql<{ search_later: boolean | null }>(
        "select * from public.messages where chat_id = $1 order by created_at",
        id,
      );
    const before = await rowsOf(chatId);

    const copyId = crypto.randomUUID();
    const copying = our.product.post(
      "start_chat",
      { chatId: copyId, message: "Three, in other words?", from: from(third) },
      our.member,
    );
    const call = await our.provider.next();
    // The copies get into the search index by themselves. The reply comes later: while it is stored, its chat is locked
    // and passed over, until somebody searches.
    const unindexed = async () =>
      (await rowsOf(copyId)).filter(({ search_later: isLater }) => isLater);
    await vi.waitFor(async () => expect(await unindexed()).toEqual([]), SOON);
    call.write("3, in other words");
    call.finish();
    expect(givenTo(call)).toEqual(["One?", "1a", "Two?", "2", "Three, in other words?"]);
    const { status, body } = await copying;
    expect(status).toBe(200);
    const { chat } = body as { chat: { id: string } };
    expect(chat).toMatchObject({
      id: copyId,
      title: "Three, in other words?",
      copied_from_chat: chatId,
      copied_from_message: third.userMessage.id,
    });
    expect(await our.messagesOf(chat.id)).toMatchObject([
      { role: "user", content: "One?" },
      { role: "assistant", content: "1a", model: "chatgpt-4" },
      { role: "user", content: "Two?" },
      { role: "assistant", content: "2", model: second.aiMessage.model },
      { role: "user", content: "Three, in other words?" },
      { role: "assistant", content: "3, in other words" },
    ]);
    expect(await rowsOf(chatId)).toEqual(before);
  });
});

function from({ userMessage }: { userMessage: Message }) {
  return { chatId: userMessage.chat_id, messageId: userMessage.id };
}
