import { describe, expect, it, vi } from "vitest";
import type { Message } from "../../../supabase/functions/_shared/contract.ts";
import { MODEL_IDS } from "../../../supabase/functions/_shared/models.ts";
import { conversationWith, givenTo } from "./conversation.ts";
import { setUpDrivenProduct } from "./product.ts";

const SOON = { timeout: 30_000, interval: 50 };

describe("the chosen answers", () => {
  const our = setUpDrivenProduct("postgres");
  const { say } = conversationWith(our);

  it("each model is given the chosen answers and nothing else, byte for byte [answers.follows]", async () => {
    const chatId = await our.emptyChat();
    const first = { chatId, messageId: crypto.randomUUID(), message: "One?" };
    const a = await say({ ...first, answerId: crypto.randomUUID() }, "1a — “ä”");
    await say({ ...first, answerId: crypto.randomUUID(), model: "grok" }, "1b");
    // A broken-off answer is given to nobody either.
    const failing = our.post("send_message", {
      ...first,
      answerId: crypto.randomUUID(),
      model: "claude-4",
    });
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
      const sending = our.post("send_message", { ...second, model, answerId: crypto.randomUUID() });
      const call = await our.provider.answerNext(`2 of ${model}`);
      expect(givenTo(call)).toEqual(["One?", "1a — “ä”", "Two?"]);
      expect((await sending).status).toBe(200);
    }
    // Without `follows` it is the newest answer; what was chosen before stays chosen.
    const sending = our.post("send_message", { chatId, message: "Three?" });
    const call = await our.provider.answerNext("3");
    expect(givenTo(call)).toEqual(["One?", "1a — “ä”", "Two?", "2 of claude-4", "Three?"]);
    expect((await sending).body).toMatchObject({ userMessage: { follows: expect.any(String) } });
  });

  it("a copied chat's first question gives exactly the copied conversation, and the old chat stays as it is [answers.copy]", async () => {
    const chatId = await our.emptyChat();
    const first = { chatId, messageId: crypto.randomUUID(), message: "One?" };
    const a = await say({ ...first, answerId: crypto.randomUUID() }, "1a");
    await say({ ...first, answerId: crypto.randomUUID(), model: "grok" }, "1b");
    const second = await say({ chatId, message: "Two?", follows: a.aiMessage.id }, "2");
    const third = await say({ chatId, message: "Three?" }, "3");
    const rowsOf = (id: string) =>
      our.sql<{ search_later: boolean | null }>(
        "select * from public.messages where chat_id = $1 order by created_at",
        id,
      );
    const before = await rowsOf(chatId);

    const copyId = crypto.randomUUID();
    const copying = our.post("start_chat", {
      chatId: copyId,
      message: "Three, in other words?",
      from: from(third),
    });
    const call = await our.provider.next();
    // The copies get into the search index by themselves. The reply comes later: while it is stored, its chat is locked
    // and passed over, until somebody searches.
    const unindexed = async () =>
      (await rowsOf(copyId)).filter(({ search_later: isLater }) => isLater);
    await vi.waitFor(async () => expect(await unindexed()).toEqual([]), SOON);
    call.end("3, in other words");
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
