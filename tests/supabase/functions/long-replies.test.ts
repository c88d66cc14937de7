import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { newIds, startProduct } from "./product.ts";

const PATIENT = { timeout: 30_000 };

// The product's own times, ten times as fast: 140 seconds for one reply are 14.
const provider = await startScriptedProvider();
const product = await startProduct("pglite", { ...provider.env, REPLY_SECONDS: "14" });

describe.concurrent("replies that take long", () => {
  beforeAll(() => {
    provider.script({ pieces: ["Thought through."], pieceMs: 10_000 }, "openai");
    provider.script({ pieces: Array(13).fill("A line. "), pieceMs: 1_000 }, "anthropic");
    provider.script({ pieces: ["Too late."], pieceMs: 60_000 }, "xai");
  });

  afterAll(async () => {
    await product.stop();
    await provider.stop();
  });

  const ask = async (model: string) => {
    const body = { ...newIds(), message: "Take your time", model };
    return product.post("start_chat", body, await product.member());
  };

  it(
    "stores the reply of a model that thinks for 100 of 140 seconds [limits.silence]",
    PATIENT,
    async () => {
      const { status, body } = await ask("chatgpt-5");
      expect([status, body]).toMatchObject([200, { aiMessage: { content: "Thought through." } }]);
    },
  );

  it(
    "stores the reply of a model that writes for 130 of 140 seconds [limits.one-reply]",
    PATIENT,
    async () => {
      const { status, body } = await ask("claude-4");
      expect([status, body]).toMatchObject([
        200,
        { aiMessage: { content: "A line. ".repeat(13) } },
      ]);
    },
  );

  it(
    "gives up a model that says nothing until the deadline, and asks it once [limits.silence]",
    PATIENT,
    async () => {
      const { status, body } = await ask("grok");
      expect([status, body]).toMatchObject([504, { code: "timed_out" }]);
      expect(provider.requests("xai")).toHaveLength(1);
    },
  );
});
