import { describe, expect, test } from "vitest";
import { choices, QUESTIONS, score } from "#features/deletion/quiz-rules.ts";

describe("the quiz", () => {
  test("has four questions: one multiple choice, three true or false [deletion.quiz]", () => {
    expect(QUESTIONS.map((question) => question.type)).toEqual([
      "multiple-choice",
      "true-false",
      "true-false",
      "true-false",
    ]);
  });

  test("the one right choice says that account data is lost forever and cannot be recovered [deletion.quiz-answers]", () => {
    const [first] = QUESTIONS;
    expect(first?.correctAnswer).toMatch(/lost forever and cannot be recovered/);
    expect(first && choices(first)).toContain(first?.correctAnswer);
    const others = (first ? choices(first) : []).filter(
      (choice) => choice !== first?.correctAnswer,
    );
    expect(others.length).toBeGreaterThanOrEqual(2);
    expect(others.filter((choice) => /lost|forever|recover/i.test(choice))).toEqual([]);
  });

  test.each([
    [/recover your chats/, "False"],
    [/Support can recover/, "False"],
    [/pause .* instead of cancelling/, "True"],
  ])("%s is %s [deletion.quiz-answers]", (question, answer) => {
    const found = QUESTIONS.filter((candidate) => question.test(candidate.question));
    expect(found.map((candidate) => candidate.correctAnswer)).toEqual([answer]);
    expect(found.map(choices)).toEqual([["True", "False"]]);
  });
});

describe("score", () => {
  test("counts nothing for no answers and for answers beyond the last question", () => {
    expect(score({})).toBe(0);
    expect(score({ 4: "True", 5: "False" })).toBe(0);
  });

  test("counts an answer only for its own question", () => {
    expect(score({ 1: "True", 2: "False", 3: "False" })).toBe(1);
  });
});
