import { expect, it } from "vitest";
import { standingOf } from "#features/chat/data/attempt-rules.ts";
import { attemptAt, brokenAttemptAt, message } from "../../../../support/chat-rows.ts";

const question = message({ id: "q1" });
const claimed = attemptAt(question, { started_at: "2026-11-21T08:00:01+00:00" });
const later = "2026-11-21T08:00:09+00:00";

it("a question is being answered when any of its attempts is claimed", () => {
  const broken = brokenAttemptAt(question, { started_at: later });
  expect(standingOf("q1", [broken, claimed])).toMatchObject({
    claim: claimed.claimed_until,
    stopped: false,
  });
});

it("a question was stopped when the person stopped its last attempt", () => {
  const stopped = brokenAttemptAt(question, { stopped_at: later, started_at: later });
  const before = brokenAttemptAt(question);
  expect(standingOf("q1", [before, stopped])).toMatchObject({ claim: null, stopped: true });
  const again = brokenAttemptAt(question, { started_at: "2026-11-21T08:01:00+00:00" });
  expect(standingOf("q1", [stopped, again])).toMatchObject({ claim: null, stopped: false });
});

it("nothing is known of a question without an attempt at it", () => {
  expect(standingOf("q2", [claimed])).toBeUndefined();
});

it("a question keeps the newest text that an attempt has left", () => {
  const old = brokenAttemptAt(question, { content: "Old" });
  const textless = brokenAttemptAt(question, { started_at: later });
  expect(standingOf("q1", [old, textless])).toMatchObject({ content: "Old", newest: textless });
  expect(standingOf("q1", [claimed, textless])).toMatchObject({ content: "", newest: claimed });
});
