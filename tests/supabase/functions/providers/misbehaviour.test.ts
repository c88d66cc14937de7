import { describe, expect, test } from "vitest";
import {
  describeFailure,
  type Ending,
  type FailureKind,
} from "../../../../supabase/functions/_shared/providers/ask.ts";
import type { Limits } from "../../../../supabase/functions/_shared/providers/limits.ts";
import {
  GOOD_ANSWER,
  type Misbehaviour,
  MISBEHAVIOURS,
  startMisbehavingProvider,
} from "../misbehaving-provider.ts";
import { ALL_MODELS, askOne, SHORT } from "./asking.ts";

type Expected = {
  end: FailureKind | "finished";
  /** What was passed on. */
  text?: string | RegExp;
  tries: number;
  retryAfterSeconds?: number;
  limits?: Partial<Limits>;
};

const finished = (text: string): Expected => ({ end: "finished", text, tries: 1 });
const final = (end: FailureKind, text: string | RegExp = ""): Expected => ({ end, text, tries: 1 });
const tried = (end: FailureKind): Expected => ({ end, tries: 3 });

/** What must come of every behaviour, for each of the four models. */
const EXPECTED: Record<Misbehaviour, Expected> = {
  good: finished(GOOD_ANSWER),
  "good in one frame": finished(GOOD_ANSWER),
  "good with CRLF": finished(GOOD_ANSWER),
  "good with pings": finished(GOOD_ANSWER),
  "good byte by byte": { ...finished(GOOD_ANSWER), limits: { silenceMs: 2_000 } },
  "good, line kept open": finished(GOOD_ANSWER),
  "surrogate pair in two pieces": finished("a😀b"),
  "NUL and lone surrogates": finished("ab\uFFFDc\uFFFDd\uFFFD"),

  "401": final("bad_key"),
  "403": final("bad_key"),
  "400": final("rejected"),
  "400 for a wrong key": final("bad_key"),
  "400 for a long chat": final("context_too_long"),
  "402": final("no_credit"),
  "retired model, 404": final("model_gone"),
  "retired model, 410": final("model_gone"),
  "retired model, 400": final("model_gone"),
  "429": tried("rate_limited"),
  "429 with a short Retry-After": { ...tried("rate_limited"), retryAfterSeconds: 1 },
  "429 with a long Retry-After": { ...final("rate_limited"), retryAfterSeconds: 120 },
  "429 for an empty account": final("no_credit"),
  "500": tried("overloaded"),
  "502 with HTML": tried("overloaded"),
  "503": tried("overloaded"),
  "529": tried("overloaded"),
  redirect: final("unreachable"),

  reset: tried("unreachable"),
  "reset after the head": tried("unreachable"),
  "reset in the text": final("unreachable", "Half an"),
  silence: tried("timeout"),
  "silence after the head": tried("timeout"),
  "silence in the text": final("timeout", "Half an"),
  "silence in an error": tried("timeout"),
  "one byte at a time": tried("timeout"),
  "one word at a time": {
    ...final("timeout", /^(word ){5,15}$/),
    limits: { totalMs: 500 },
  },

  "end without the terminal event": final("broken", "Half an"),
  "end without any text": final("broken"),
  "error before the text": tried("overloaded"),
  "error in the text": final("overloaded", "Half an"),
  length: final("cut_off", "Half an"),
  refusal: final("refused"),
  empty: final("empty"),
  blank: final("empty", " \n"),
  "HTML with status 200": final("broken"),
  "{} with status 200": final("broken"),
  "no body": tried("unreachable"),
  "broken JSON": final("broken", "Half an"),
  "malformed event": final("broken", "Half an"),
  "5 MB of answer": final("too_long", /^x{200000}$/),
  "5 MB in one event": final("too_long"),
};

const BEHAVIOURS = Object.keys(MISBEHAVIOURS) as Misbehaviour[];

function endingOf({ end, retryAfterSeconds }: Expected): unknown {
  if (end === "finished") return { kind: "finished" };
  const retryable = expect.any(Boolean) as unknown;
  return {
    kind: "failed",
    failure: end,
    retryable,
    ...(retryAfterSeconds && { retryAfterSeconds }),
  };
}

/** Nothing of the provider's own, and no key, may be read in anything we hand on. */
const FOREIGN =
  /PROVIDER-WORDS|canary|Incorrect API|key-of|https?:|127\.0\.0\.1|doctype|TypeError/i;

describe.concurrent.each(ALL_MODELS)("%s", (model, label) => {
  test.for(BEHAVIOURS)("%s", async (behaviour, { expect, onTestFinished }) => {
    const provider = await startMisbehavingProvider();
    onTestFinished(provider.stop);
    provider.behave(behaviour);
    const expected = EXPECTED[behaviour];

    const answer = await askOne(provider.env, model, {
      limits: { ...SHORT, ...expected.limits },
    });

    expect(answer.ending).toEqual(endingOf(expected));
    expect(answer.text).toMatch(
      typeof expected.text === "object" ? expected.text : exactly(expected.text ?? ""),
    );
    expect(provider.received).toHaveLength(expected.tries);
    expect(answer.log).toHaveLength(expected.end === "finished" ? 0 : expected.tries);
    expect(answer.pieces).not.toContain("");
    expect(JSON.stringify([answer.ending, answer.log])).not.toMatch(FOREIGN);
    if (answer.ending.kind === "failed") expectText(answer.ending, label);
    // The answer is over on the provider's side too: nothing of ours still reads it.
    await Promise.all(provider.received.map(({ abandoned }) => abandoned));
  });
});

function exactly(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.?*+^$()[\]{}|\\]/g, String.raw`\$&`)}$`);
}

function expectText(ending: Extract<Ending, { kind: "failed" }>, label: string): void {
  const { status, error } = describeFailure(ending.failure, label);
  expect([502, 503, 504]).toContain(status);
  expect(error).toContain(label);
  expect(error).not.toMatch(FOREIGN);
}
