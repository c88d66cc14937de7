import { describe, expect, it } from "vitest";
import type { Message } from "../../../supabase/functions/_shared/contract.ts";
import { newIds, setUpDrivenProduct } from "./product.ts";

describe.each(["pglite", "postgres 15", "postgres"] as const)("exactly once, on %s", (kind) => {
  const our = setUpDrivenProduct(kind);

  it("of ten parallel requests with one id, one asks the provider, three return its reply, and six are refused [limits.waiting]", async () => {
    const body = { chatId: await our.emptyChat(), messageId: crypto.randomUUID(), message: "Once" };
    const before = our.provider.count();
    const sending = Array.from({ length: 10 }, () => our.post("send_message", body));
    const call = await our.provider.next();
    // The reply comes when every other request has found out that it is being written.
    let refused = 0;
    for (const answer of sending)
      void answer.then(({ status }) => (refused += Number(status === 429)));
    await expect.poll(() => refused, { timeout: 30_000 }).toBe(6);
    call.end("One");
    const answers = await Promise.all(sending);
    expect(our.provider.count() - before).toBe(1);
    expect(await our.messagesOf(body.chatId)).toHaveLength(2);
    const whole = answers.filter(({ status }) => status === 200);
    const replies = whole.map(({ body }) => (body as { aiMessage: Message }).aiMessage.id);
    expect([replies.length, new Set(replies).size]).toEqual([4, 1]);
    for (const { status, body, headers } of answers.filter((answer) => !whole.includes(answer))) {
      expect([status, body, headers.get("retry-after")]).toEqual([
        429,
        { error: "This message is being answered already.", code: "rate_limited" },
        "5",
      ]);
    }
  });

  it("a retry with the same ids returns the stored reply without asking the provider again [calls.ids]", async () => {
    const body = { ...newIds(), message: "Lost" };
    const first = await our.answered("start_chat", body, "Found");
    const before = our.provider.count();
    const second = await our.post("start_chat", body);
    expect(second.status).toBe(200);
    expect((second.body as { aiMessage: Message }).aiMessage).toMatchObject({
      id: (first.body as { aiMessage: Message }).aiMessage.id,
      content: "Found",
    });
    expect(our.provider.count()).toBe(before);
  });
});
