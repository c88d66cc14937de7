import { expect } from "vitest";
import type { FailureKind } from "../../../../supabase/functions/_shared/providers/failures.ts";
import type { Ending } from "../../../../supabase/functions/_shared/providers/stream-answer.ts";
import type { StreamLimits } from "../../../../supabase/functions/_shared/providers/stream-limits.ts";
import {
  GOOD_ANSWER,
  type Misbehaviour,
  MISBEHAVIOURS,
} from "../../../support/providers/misbehaving-provider.ts";
import { SHORT, SHORT_DEADLINE, SHORT_SILENCE } from "./asking.ts";

export type Expected = {
  end: FailureKind | "finished";
  /** What was passed on. */
  text?: string | RegExp;
  /** How many requests reach the provider. */
  tries: number;
  retryAfterSeconds?: number;
  limits?: StreamLimits;
};

const finished = (text: string): Expected => ({ end: "finished", text, tries: 1 });
const final = (end: FailureKind, text: string | RegExp = ""): Expected => ({ end, text, tries: 1 });
const tried = (end: FailureKind): Expected => ({ end, tries: 3 });
/** Each model has two names. */
const GONE: Expected = { end: "model_gone", tries: 2 };

/** What must come of every behaviour, for each of the four models. */
export const EXPECTED: Record<Misbehaviour, Expected> = {
  good: finished(GOOD_ANSWER),
  "good in one frame": finished(GOOD_ANSWER),
  "good with CRLF": finished(GOOD_ANSWER),
  "good with pings": finished(GOOD_ANSWER),
  "good byte by byte": finished(GOOD_ANSWER),
  "empty finish reasons": finished(GOOD_ANSWER),
  "end_turn as the end": finished(GOOD_ANSWER),
  "good after a silence": { ...finished(GOOD_ANSWER), limits: { ...SHORT, silenceMs: 300 } },
  "good, line kept open": finished(GOOD_ANSWER),
  "surrogate pair in two pieces": finished("a😀b"),
  "NUL and lone surrogates": finished("ab\uFFFDc\uFFFDd\uFFFD"),

  "401": final("bad_key"),
  "403": final("bad_key"),
  "400": final("rejected"),
  "400 for a wrong key": final("bad_key"),
  "400 for a long chat": final("context_too_long"),
  "402": final("no_credit"),
  "retired model, 404": GONE,
  "retired model, 410": GONE,
  "retired model, 400": GONE,
  "unknown model, 400": GONE,
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
  silence: { ...final("timeout"), limits: SHORT_DEADLINE },
  "silence after the head": { ...final("timeout"), limits: SHORT_DEADLINE },
  "silence in the text": { ...final("timeout", "Half an"), limits: SHORT_SILENCE },
  "silence in an error": { ...final("timeout"), limits: SHORT_DEADLINE },
  "one byte at a time": { ...final("timeout"), limits: SHORT_DEADLINE },
  "one word at a time": { ...final("timeout", /^(word ){2,}$/), limits: SHORT_DEADLINE },

  "end without the terminal event": final("broken", "Half an"),
  "end without any text": final("broken"),
  "error before the text": tried("overloaded"),
  "error in the text": final("overloaded", "Half an"),
  length: final("cut_off", "Half an"),
  refusal: final("refused"),
  "refusal in words": final("refused"),
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

export const BEHAVIOURS = Object.keys(MISBEHAVIOURS) as Misbehaviour[];

/** Fails unless the answer is the expected one. */
export function expectAnswer(answer: { ending: Ending; text: string }, expected: Expected): void {
  const { end, text = "", retryAfterSeconds } = expected;
  if (end === "finished") expect(answer.ending).toEqual({ kind: "finished" });
  else expect(answer.ending).toMatchObject({ kind: "failed", failure: end });
  expect("retryAfterSeconds" in answer.ending && answer.ending.retryAfterSeconds).toBe(
    retryAfterSeconds ?? false,
  );
  if (typeof text === "string") expect(answer.text).toBe(text);
  else expect(answer.text).toMatch(text);
}
