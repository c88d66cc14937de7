import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../supabase/functions/_shared/contract.ts";
import { MODEL_IDS, type ModelId } from "../../../supabase/functions/_shared/models.ts";
import type { ProviderCall } from "../../support/providers/scripted-provider.ts";
import { conversationWith, givenTo } from "./conversation.ts";
import { newIds, setUpDrivenProduct, startProduct } from "./product.ts";

/** Which of our models a provider was asked for. */
const NAMES: Record<string, ModelId> = {
  "gpt-4.1": "chatgpt-4",
  "gpt-6-luna": "chatgpt-4",
  "gpt-5.6-terra": "chatgpt-5",
  "grok-4.3": "grok",
  "claude-sonnet-4-6": "claude-4",
};

describe("several answers to a question", () => {
  const our = setUpDrivenProduct("postgres");

  const { say } = conversationWith(our);

  const attemptsOf = (messageId: string) =>
    our.sql<{ id: string; failure: string | null; content: string | null }>(
      "select id, failure, content from private.attempts where question_id = $1 order by id",
      messageId,
    );

  /** Asks all four models the same, streamed, and returns the requests and what the provider holds of each. */
  async function askAll() {
    const chatId = await our.emptyChat();
    const body = { chatId, messageId: crypto.randomUUID(), message: "Who is right?" };
    const asked = MODEL_IDS.map((model) => {
      const answerId = crypto.randomUUID();
      const events: StreamEvent[] = [];
      const leaving = new AbortController();
      const ended = our.product.stream(
        "send_message",
        { ...body, model, answerId },
        our.member,
        (event) => events.push(event),
        leaving.signal,
      );
      return { model, answerId, events, leaving, ended };
    });
    const calls = new Map<ModelId, ProviderCall>();
    while (calls.size < MODEL_IDS.length) {
      const call = await our.provider.next();
      calls.set(NAMES[call.request.model] ?? "grok", call);
    }
    const callOf = (model: ModelId) => calls.get(model) as ProviderCall;
    return { body, asked, callOf };
  }

  it("four models answer one question at once, each under its id, and the chat keeps the model that asked first [answers.again]", async () => {
    const { body, asked, callOf } = await askAll();
    for (const { model } of asked) {
      expect(givenTo(callOf(model))).toEqual(["Who is right?"]);
      callOf(model).write(`I am, says ${model}`);
      callOf(model).finish();
    }
    await Promise.all(asked.map(({ ended }) => ended));
    for (const { model, answerId, events } of asked) {
      expect(events[0]).toMatchObject({ type: "user_message", answerId, contextFrom: null });
      expect(events.at(-1)).toMatchObject({
        type: "ai_message",
        aiMessage: {
          id: answerId,
          model,
          content: `I am, says ${model}`,
          reply_to: body.messageId,
          provider_model: "scripted",
          input_tokens: 21,
          cached_tokens: 8,
          output_tokens: 5,
          first_text_ms: expect.any(Number),
          took_ms: expect.any(Number),
          asked_at: expect.any(String),
        },
      });
    }
    expect(await our.messagesOf(body.chatId)).toHaveLength(5);
  });

  it("one model being down leaves three good answers; its text and why it broke off stay, until it is asked again [answers.one-down] [reply.unfinished]", async () => {
    const { body, asked, callOf } = await askAll();
    const down = "grok";
    callOf(down).write("Half an");
    callOf(down).cut();
    for (const { model } of asked) {
      if (model === down) continue;
      callOf(model).write("Whole");
      callOf(model).finish();
    }
    await Promise.all(asked.map(({ ended }) => ended));
    const failed = asked.find(({ model }) => model === down);
    expect(failed?.events.at(-1)).toMatchObject({ type: "error", code: "provider_failed" });
    expect(await our.messagesOf(body.chatId)).toHaveLength(4);
    const attempt = { id: failed?.answerId, failure: "provider_failed", content: "Half an" };
    expect(await attemptsOf(body.messageId)).toEqual([attempt]);

    const again = { ...body, model: down, answerId: failed?.answerId };
    const { aiMessage } = await say(again, "Whole at last");
    expect(aiMessage).toMatchObject({ id: failed?.answerId, model: down });
    expect(await attemptsOf(body.messageId)).toEqual([]);
  });

  it("says how many turns are left with what it counted, and nothing where it counted nothing [limits.left]", async () => {
    const body = { ...newIds(), message: "Count" };
    const sending = our.product.stream("start_chat", body, our.member);
    await our.provider.answerNext("1");
    const [opened] = await sending;
    if (opened?.type !== "user_message") throw new Error("No message.");
    const { count = -1, until = "" } = opened.turnsLeft ?? {};
    const next = await say({ chatId: body.chatId, message: "And now?" }, "2");
    expect(next.turnsLeft?.count).toBe(count - 1);
    expect(Date.parse(until)).toBeGreaterThan(Date.now());
    const repeated = await our.post("send_message", body);
    expect(repeated).toMatchObject({ status: 200, body: { turnsLeft: null, contextFrom: null } });
  });

  it("a model that its provider no longer has is answered by the next one, counted once and logged once [models.gone]", async () => {
    const product = await startProduct(our.product.backend, our.provider.env);
    const ask = (message: string) => {
      const body = { ...newIds(), message, model: "grok" };
      return product.stream("start_chat", body, our.member);
    };
    const leftAfter = async (asking: Promise<StreamEvent[]>) => {
      const [begun, ...others] = await asking;
      expect(others.at(-1)).toMatchObject({ aiMessage: { content: "I am." } });
      return begun?.type === "user_message" ? (begun.turnsLeft?.count ?? NaN) : NaN;
    };
    const first = ask("Are you there?");
    const gone = await our.provider.next();
    gone.fail(404);
    expect([gone.request.model, (await our.provider.answerNext("I am.")).request.model]).toEqual([
      "grok-4.3",
      "grok-4.7",
    ]);
    const left = await leftAfter(first);
    const second = ask("Still?");
    expect((await our.provider.answerNext("I am.")).request.model).toBe("grok-4.7");
    expect(await leftAfter(second)).toBe(left - 1);
    expect(product.log).toEqual([
      expect.objectContaining({ tries: 1, notice: expect.stringContaining("grok-4.7") }),
      expect.not.objectContaining({ notice: expect.anything() }),
    ]);
  });
});
