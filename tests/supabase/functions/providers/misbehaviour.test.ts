import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { describeFailure } from "../../../../supabase/functions/_shared/providers/failures.ts";
import type { Ending } from "../../../../supabase/functions/_shared/providers/stream-answer.ts";
import { startMisbehavingProvider } from "../../../support/providers/misbehaving-provider.ts";
import { ALL_MODELS, askOne, SHORT } from "./asking.ts";
import { BEHAVIOURS, EXPECTED, expectAnswer } from "./expected.ts";

/** The provider's own words, keys and addresses, which must not be in anything that is passed on or logged. */
const FOREIGN =
  /PROVIDER-WORDS|canary|Incorrect API|key-of|https?:|127\.0\.0\.1|doctype|TypeError/i;

const printed: unknown[][] = [];

beforeAll(() => {
  for (const name of ["debug", "error", "info", "log", "warn"] as const) {
    vi.spyOn(console, name).mockImplementation((...words: unknown[]) => printed.push(words));
  }
});

// Both SDKs like to tell the console what they could not read.
afterAll(() => {
  expect(printed).toEqual([]);
});

describe.concurrent.each(ALL_MODELS)("%s with a provider that does:", (model, label) => {
  test.for(BEHAVIOURS)("%s", async (behaviour, { expect, onTestFinished }) => {
    const provider = await startMisbehavingProvider();
    onTestFinished(provider.stop);
    provider.behave(behaviour);
    const expected = EXPECTED[behaviour];

    const answer = await askOne(provider.env, model, {
      limits: expected.limits ?? SHORT,
    });

    expectAnswer(answer, expected);
    expect(provider.received).toHaveLength(expected.tries);
    expect(answer.log).toHaveLength(expected.end === "finished" ? 0 : expected.tries);
    expect(answer.pieces).not.toContain("");
    expect(JSON.stringify([answer.ending, answer.log])).not.toMatch(FOREIGN);
    if (answer.ending.kind === "failed") expectText(answer.ending, label);
    // Waits until the provider has no open connection.
    await Promise.all(provider.received.map(({ abandoned }) => abandoned));
  });
});

function expectText(ending: Extract<Ending, { kind: "failed" }>, label: string): void {
  const { status, error } = describeFailure(ending.failure, label);
  expect([502, 503, 504]).toContain(status);
  expect(error).toContain(label);
  expect(error).not.toMatch(FOREIGN);
}
