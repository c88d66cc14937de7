import { describe, expect, it } from "vitest";
import {
  answerToFollow,
  NO_CHOICES,
  parseChoices,
  withViewed,
} from "#features/chat/models/answer-choice-rules.ts";

const viewed = (answerId: string, instead: string | null = null) => ({ answerId, instead });

describe("the answer that a next question goes on from", () => {
  const whole = (id: string) => ({ id, isWhole: true });
  /** Another one that was chosen elsewhere comes first. */
  const preferably = (follows: string) => ({ follows, unlessChosen: true });
  const joint = ["x", "b", "a"].map((answerId) => ({ answerId, model: "grok" as const }));

  it("is the only one, or the newest where none was looked at: what this page shows [answers.chosen]", () => {
    expect(answerToFollow([], viewed("a"), null, undefined)).toBeNull();
    expect(answerToFollow([whole("a")], undefined, null, undefined)).toStrictEqual({
      follows: "a",
    });
    expect(answerToFollow([whole("a"), whole("b")], undefined, null, undefined)).toStrictEqual({
      follows: "b",
    });
  });

  it("is the one that is looked at, if it is stored", () => {
    expect(answerToFollow([whole("a"), whole("b")], viewed("a"), null, joint)).toStrictEqual({
      follows: "a",
    });
    expect(
      answerToFollow([whole("a"), whole("b")], viewed("c", "a"), null, undefined),
    ).toStrictEqual({ follows: "a" });
    expect(answerToFollow([whole("a"), whole("b")], viewed("c"), null, undefined)).toStrictEqual({
      follows: "b",
    });
  });

  it("is the one that was chosen on any device, unless another one is looked at here [answers.all-use]", () => {
    const answers = [whole("a"), whole("b"), whole("c")];
    expect(answerToFollow(answers, undefined, "a", joint)).toStrictEqual({ follows: "a" });
    expect(answerToFollow(answers, undefined, "a", undefined)).toStrictEqual({ follows: "a" });
    expect(answerToFollow(answers, viewed("c"), "a", joint)).toStrictEqual({ follows: "c" });
    expect(answerToFollow(answers, undefined, "of an earlier question", joint)).toStrictEqual(
      preferably("b"),
    );
  });

  it("is the first whole one of those asked for together, unless another is chosen elsewhere [answers.all-unchosen]", () => {
    expect(answerToFollow([whole("a"), whole("b")], undefined, null, joint)).toStrictEqual(
      preferably("b"),
    );
    const stopped = { id: "b", isWhole: false };
    expect(answerToFollow([whole("a"), stopped], undefined, null, joint)).toStrictEqual(
      preferably("a"),
    );
    const both = [stopped, { id: "a", isWhole: false }];
    expect(answerToFollow(both, undefined, null, joint)).toStrictEqual(preferably("b"));
  });
});

describe("what is viewed in this browser", () => {
  it("is read as it was written, and parts that do not fit are left out", () => {
    const choices = withViewed(NO_CHOICES, "q2", viewed("b"));
    expect(parseChoices(JSON.parse(JSON.stringify(choices)))).toStrictEqual(choices);
    for (const broken of [undefined, null, 7, "x", [], { q1: 1, q2: { answerId: 1 } }]) {
      expect(parseChoices(broken)).toStrictEqual(NO_CHOICES);
    }
    expect(parseChoices({ q2: {}, q3: viewed("c") })).toStrictEqual({ q3: viewed("c") });
  });

  it("is kept for the last 100 questions", () => {
    let choices = NO_CHOICES;
    for (let index = 0; index <= 100; index += 1)
      choices = withViewed(choices, `q${index}`, viewed("a"));
    expect(Object.keys(choices)).toHaveLength(100);
    expect("q0" in choices).toBe(false);
    expect("q100" in choices).toBe(true);
  });
});
