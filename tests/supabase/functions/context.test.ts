import { describe, expect, it } from "vitest";
import {
  sendMessageRequest,
  type SendMessageResponse,
} from "../../../supabase/functions/_shared/contract.ts";
import { MODELS } from "../../../supabase/functions/_shared/models.ts";
import { makeTitle } from "../../../supabase/functions/_shared/text-rules.ts";
import type { ReceivedRequest } from "../../support/providers/scripted-provider.ts";
import { setUpDrivenProduct } from "./driven-product.ts";

const CHINESE = "汉".repeat(32_000);

describe.each([
  ["pglite", "claude-4", "anthropic"],
  ["postgres", "chatgpt-4", "openai"],
] as const)("what a model is given, on %s", (kind, model, provider) => {
  const our = setUpDrivenProduct(kind);

  /** Whether the last request began with the message that its reply names, or with the first of the chat. */
  async function beganAt(chatId: string, reply: unknown): Promise<boolean> {
    const { contextFrom } = reply as SendMessageResponse;
    const given = our.provider.requests(provider).at(-1)?.messages ?? [];
    const [first] = await our.product.backend.sql<{ content: string }>(
      `select content from public.messages where chat_id = $1 and id = coalesce($2, id)
       order by created_at limit 1`,
      chatId,
      contextFrom,
    );
    return first?.content === given.find(({ role }) => role !== "system")?.content;
  }

  it("begins the same in 20 turns of a conversation beyond its budget, but for two [models.memory]", async () => {
    const answer = "An answer of some length. ".repeat(240);
    our.provider.script({ pieces: [answer], pieceMs: 0, counts: estimated });
    const chatId = await our.emptyChat();
    const ask = (message: string) =>
      our.product.post("send_message", { chatId, message, model }, our.member);
    const contextOf = (): string => {
      const { messages } = our.provider.requests(provider).at(-1) as ReceivedRequest;
      return messages.map(({ role, content }) => `${role}: ${content}\n`).join("");
    };
    // The budget is full before the first of the 20.
    for (let turn = 1; turn <= 6; turn += 1) {
      expect((await ask("x".repeat(30_000))).status).toBe(200);
    }
    let before = contextOf();
    expect(before.length / 4).toBeGreaterThan(50_000);
    let changes = 0;
    for (let turn = 1; turn <= 20; turn += 1) {
      const { status, body } = await ask(`Question ${turn}: ${"and so on ".repeat(50)}`);
      expect(status).toBe(200);
      const now = contextOf();
      if (!now.startsWith(before)) changes += 1;
      before = now;
      expect(now.length / 4).toBeLessThan(MODELS[model].contextTokens * 1.1);
      expect(await beganAt(chatId, body)).toBe(true);
    }
    expect(changes).toBeGreaterThan(0);
    expect(changes).toBeLessThanOrEqual(2);
    our.provider.script("by hand");
    our.provider.forget();
  }, 120_000);
});

it("a message of 32,000 Chinese characters costs the functions less than 50 ms of CPU before it is stored [limits.estimate]", () => {
  const costs: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const before = process.cpuUsage();
    const body = JSON.stringify({ chatId: crypto.randomUUID(), message: CHINESE });
    const { message } = sendMessageRequest.parse(JSON.parse(body));
    expect(makeTitle(message)).toHaveLength(61);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  expect(Math.min(...costs)).toBeLessThan(50);
});

/** Counts as the database estimates, so that nothing has to be corrected. */
function estimated({ messages }: ReceivedRequest) {
  const input = messages
    .filter(({ role }) => role !== "system")
    .reduce((sum, { content }) => sum + Math.ceil(content.length / 4), 0);
  return { input, cached: 0, output: 1 };
}
