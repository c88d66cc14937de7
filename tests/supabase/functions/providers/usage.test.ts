import { describe, expect, onTestFinished, test } from "vitest";
import {
  modelName,
  NO_USAGE,
  tokens,
} from "../../../../supabase/functions/_shared/providers/usage-rules.ts";
import type { Misbehaviour } from "../../../support/providers/misbehaving-provider.ts";
import type { Counts } from "../../../support/providers/provider-wire.ts";
import { startScriptedProvider } from "../../../support/providers/scripted-provider.ts";
import { ALL_MODELS, askOne, provider, SHORT_SILENCE } from "./asking.ts";

const WHOLE = { providerModel: "scripted", inputTokens: 21, cachedTokens: 8, outputTokens: 5 };

const COUNTS: Counts = { input: 1000, cached: 600, output: 50 };

async function askWhile(behaviour: Misbehaviour, model: (typeof ALL_MODELS)[number][0]) {
  const { env } = await provider(behaviour);
  const { result } = await askOne(env, model, { limits: SHORT_SILENCE });
  return result;
}

describe.each(ALL_MODELS)("what %s says of an answer", (model) => {
  test("is its own name of the model and the tokens that it counted [limits.usage]", async () => {
    expect(await askWhile("good", model)).toEqual({
      ending: { kind: "finished" },
      tries: 1,
      usage: WHOLE,
    });
  });

  test.each(["length", "refusal", "empty"] as const)(
    "is known too where the provider ends it with: %s",
    async (behaviour) => {
      expect((await askWhile(behaviour, model)).usage).toEqual(WHOLE);
    },
  );

  // Anthropic counts what it was given first, the others count everything last.
  const known =
    model === "claude-4"
      ? { ...WHOLE, outputTokens: 1 }
      : { ...NO_USAGE, providerModel: "scripted" };

  test("is known as far as it came where the answer breaks off", async () => {
    expect((await askWhile("reset in the text", model)).usage).toEqual(known);
  });

  test("is known as far as it came where the person stops it", async () => {
    const { env } = await provider("silence in the text");
    const stop = new AbortController();
    const { result } = await askOne(env, model, {
      signal: stop.signal,
      onPiece: () => stop.abort(),
    });
    expect(result).toMatchObject({ ending: { kind: "stopped" }, usage: known });
  });

  test("is nothing where it was never reached, and the tries are counted", async () => {
    expect(await askWhile("503", model)).toMatchObject({ tries: 3, usage: NO_USAGE });
    expect(await askWhile("401", model)).toMatchObject({ tries: 1, usage: NO_USAGE });
  });

  test("does no harm when it is rubbish", async () => {
    const rubbish = { input: "many", cached: -1, output: 1.5 } as unknown as Counts;
    const { result, text } = await askScripted(model, rubbish);
    expect([text, result.ending]).toEqual(["Hello", { kind: "finished" }]);
    expect(result.usage).toMatchObject({ inputTokens: null, cachedTokens: null });
  });
});

async function askScripted(model: (typeof ALL_MODELS)[number][0], counts: Counts) {
  const provider = await startScriptedProvider();
  onTestFinished(provider.stop);
  provider.script({ text: "Hello", counts });
  return askOne(provider.env, model);
}

test("tokens that xAI counts in the total alone, for what the model thought, are output [limits.usage]", async () => {
  const { result } = await askScripted("grok", { ...COUNTS, thought: 200 });
  expect(result.usage).toMatchObject({ inputTokens: 1000, cachedTokens: 600, outputTokens: 250 });
});

test("the input of Anthropic holds the cached tokens too [limits.usage]", async () => {
  const { result } = await askScripted("claude-4", COUNTS);
  expect(result.usage).toMatchObject({ inputTokens: 1000, cachedTokens: 600, outputTokens: 50 });
});

test.each([
  [0, 0],
  [1_000_000_000, 1_000_000_000],
  [1_000_000_001, null],
  [-1, null],
  [1.5, null],
  ["7", null],
  [null, null],
  [undefined, null],
  [Number.NaN, null],
])("a count of %j is taken as %j", (value, expected) => {
  expect(tokens(value)).toBe(expected);
});

test.each([
  ["gpt-4.1-2025-04-14", "gpt-4.1-2025-04-14"],
  [" a\0b\n ", "ab"],
  ["a\uD800", "a"],
  ["x".repeat(201), "x".repeat(200)],
  [`${"x".repeat(199)}😀`, `${"x".repeat(199)}\uFFFD`],
  ["", null],
  [" ", null],
  [7, null],
  [{}, null],
])("the model name %j is taken as %j", (value, expected) => {
  expect(modelName(value)).toBe(expected);
});
