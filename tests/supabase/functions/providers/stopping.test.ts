import { describe, expect, test, vi } from "vitest";
import { readProviderSettings } from "../../../../supabase/functions/_shared/providers/provider-settings.ts";
import { streamAnswer } from "../../../../supabase/functions/_shared/providers/stream-answer.ts";
import { ALL_MODELS, askOne, provider, SHORT } from "./asking.ts";

/** Long enough that only the stop can end it. */
const PATIENT = { ...SHORT, totalMs: 20_000, silenceMs: 20_000, backoffMs: 20_000 };

/** Does it a moment after the provider has been asked. */
async function onceAsked(received: readonly unknown[], act: () => void): Promise<void> {
  await vi.waitUntil(() => received.length > 0, { timeout: PATIENT.totalMs });
  setTimeout(act, 50);
}

describe.each(ALL_MODELS)("stopping %s", (model) => {
  test.each([
    ["in the middle of the text", "one word at a time"],
    ["while the provider is silent", "silence in the text"],
  ] as const)("%s closes the provider's connection at once", async (_, behaviour) => {
    const { env, received } = await provider(behaviour);
    const stop = new AbortController();
    let stoppedAt = 0;
    const { ending, text } = await askOne(env, model, {
      limits: PATIENT,
      signal: stop.signal,
      onPiece: () => {
        if (stoppedAt > 0) return;
        stoppedAt = performance.now();
        stop.abort();
      },
    });
    expect(ending).toEqual({ kind: "stopped" });
    expect(text).toMatch(behaviour === "one word at a time" ? /^(word )+$/ : /^Half an$/);
    expect(await received[0]?.abandoned).toBe(true);
    expect(performance.now() - stoppedAt).toBeLessThan(PATIENT.totalMs / 2);
  });

  test.each([
    ["before the answer's head", "silence"],
    ["before the first text", "silence after the head"],
    ["in an error's body", "silence in an error"],
  ] as const)("%s ends the answer without another try", async (_, behaviour) => {
    const { env, received } = await provider(behaviour);
    const stop = new AbortController();
    void onceAsked(received, () => stop.abort());
    const { ending, ms } = await askOne(env, model, { limits: PATIENT, signal: stop.signal });
    expect(ending).toEqual({ kind: "stopped" });
    expect(ms).toBeLessThan(PATIENT.totalMs / 2);
    expect(received).toHaveLength(1);
    expect(await received[0]?.abandoned).toBe(true);
  });

  test("between two tries ends the answer", async () => {
    const { env, received } = await provider("503");
    const stop = new AbortController();
    void onceAsked(received, () => stop.abort());
    const { ending, ms } = await askOne(env, model, {
      limits: { ...PATIENT, backoffMs: 10_000 },
      signal: stop.signal,
    });
    expect(ending).toEqual({ kind: "stopped" });
    expect(ms).toBeLessThan(PATIENT.totalMs / 2);
    expect(received).toHaveLength(1);
  });

  test("before the first request makes none", async () => {
    const { env, received } = await provider("good");
    const { ending, pieces } = await askOne(env, model, { signal: AbortSignal.abort() });
    expect(ending).toEqual({ kind: "stopped" });
    expect(pieces).toEqual([]);
    expect(received).toEqual([]);
  });

  test("by leaving the loop closes the provider's connection", async () => {
    const { env, received } = await provider("one word at a time");
    const { signal } = new AbortController();
    const settings = readProviderSettings((name) => env[name]);
    for await (const piece of streamAnswer({
      settings,
      model,
      history: [],
      signal,
      limits: PATIENT,
    })) {
      expect(piece).toMatch(/^(word )+$/);
      break;
    }
    expect(await received[0]?.abandoned).toBe(true);
  });

  test("is not needed for a whole answer whose connection stays open", async () => {
    const { env, received } = await provider("good, line kept open");
    const { ending, ms } = await askOne(env, model, { limits: PATIENT });
    expect(ending).toEqual({ kind: "finished" });
    expect(ms).toBeLessThan(PATIENT.totalMs / 2);
    expect(await received[0]?.abandoned).toBe(true);
  });

  test("happens by itself in an answer of 5 MB, which is not read to its end", async () => {
    const { env, received } = await provider("5 MB of answer");
    await askOne(env, model);
    expect(await received[0]?.abandoned).toBe(true);
    expect(received[0]?.sent).toBeLessThan(2_000_000);
  });

  test("does not happen to an answer whose reader is slow", async () => {
    const { env } = await provider("good");
    let pieces = 0;
    const { ending } = await askOne(env, model, {
      limits: { ...SHORT, silenceMs: 400 },
      onPiece: () => {
        pieces += 1;
        return pieces === 1 ? new Promise((resolve) => setTimeout(resolve, 800)) : undefined;
      },
    });
    expect(ending).toEqual({ kind: "finished" });
  });
});
