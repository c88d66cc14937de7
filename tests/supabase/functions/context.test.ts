import { expect, it, onTestFinished } from "vitest";
import { sendMessageRequest } from "../../../supabase/functions/_shared/contract.ts";
import { makeTitle } from "../../../supabase/functions/_shared/text-rules.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { newIds, startProduct } from "./product.ts";

const CHINESE = "汉".repeat(32_000);

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

it("a model is given no more of a conversation than CONTEXT_TOKENS, and always the question [models.history]", async () => {
  const provider = await startScriptedProvider();
  onTestFinished(provider.stop);
  provider.script({ text: "A reply.", pieceMs: 0 });
  const product = await startProduct("pglite", { ...provider.env, CONTEXT_TOKENS: "300" });
  onTestFinished(product.stop);
  const member = await product.member();
  const { chatId } = newIds();
  await product.post("start_chat", { chatId, message: "An old one. ".repeat(400) }, member);
  await product.post("send_message", { chatId, message: "A new one." }, member);
  const given = provider.requests("openai").at(-1)?.messages ?? [];
  expect(given.flatMap(({ role, content }) => (role === "user" ? [content] : []))).toEqual([
    "A new one.",
  ]);
});

it("a message that a model declined is sent again by a retry, and with no later message [models.declined]", async () => {
  const provider = await startScriptedProvider();
  onTestFinished(provider.stop);
  const product = await startProduct("pglite", provider.env);
  onTestFinished(product.stop);
  const member = await product.member();
  const { chatId, messageId } = newIds();
  const send = async (message: string, ids: { messageId?: string } = {}) =>
    (await product.post("send_message", { chatId, message, model: "claude-4", ...ids }, member))
      .status;
  const given = () =>
    provider
      .requests("anthropic")
      .at(-1)
      ?.messages.flatMap(({ role, content }) => (role === "user" ? [content] : []));
  provider.script({ text: "A reply.", pieceMs: 0 });
  await product.post("start_chat", { chatId, message: "First.", model: "claude-4" }, member);

  provider.script({ failure: { status: 400, message: "This is against our usage guidelines." } });
  expect(await send("Declined.", { messageId })).toBe(502);
  expect(await send("Declined.", { messageId })).toBe(502);
  expect(given()).toEqual(["First.", "Declined."]);

  provider.script({ text: "A reply.", pieceMs: 0 });
  expect(await send("Next.")).toBe(200);
  expect(given()).toEqual(["First.", "Next."]);
});
