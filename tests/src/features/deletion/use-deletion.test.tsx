import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { wholeSeconds } from "#features/deletion/countdown-rules.ts";
import { mayGoOn } from "#features/deletion/deletion-flow.ts";
import { QUESTIONS } from "#features/deletion/quiz-rules.ts";
import { useDeletion } from "#features/deletion/use-deletion.ts";
import { NOTICES, onNotice } from "#lib/notices.ts";
import type { Notice } from "#lib/notify.ts";

const OWN = "ada@example.com";
let notices: Notice[] = [];
let end = () => {};
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
  notices = [];
  end = onNotice((notice) => notices.push(notice));
});
afterEach(() => {
  cleanup();
  end();
  vi.useRealTimers();
});

function openQuiz() {
  const { result, unmount } = renderHook(() => useDeletion(OWN));
  const send = (event: Parameters<typeof result.current.send>[0]) =>
    act(() => {
      result.current.send(event);
    });
  const answer = (answers: readonly string[]) => {
    for (const text of answers) {
      send({ type: "answer", answer: text });
      act(() => result.current.goOn());
    }
  };
  send({ type: "verify" });
  send({ type: "verified" });
  return { flow: () => result.current.state, send, answer, unmount };
}
const RIGHT = QUESTIONS.map((question) => question.correctAnswer);
const WRONG = RIGHT.map(() => "wrong");
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test("a different email shows a notice and sends no request [deletion.email-differs]", async () => {
  const { result } = renderHook(() => useDeletion(OWN));
  const other = { email: "Ada@example.com", password: "x" };
  expect(await act(() => result.current.verify(other))).toBe("email");
  expect(notices).toEqual([NOTICES.emailDiffers]);
  expect(result.current.state).toEqual({ step: "credentials", verifying: false });
});

test("a failed quiz shows one notice with the score, and opens again after exactly 60 seconds", () => {
  const { flow, send, answer } = openQuiz();
  answer([...RIGHT.slice(0, 3), "wrong"]);
  expect(notices).toEqual([NOTICES.quizFailed(3)]);
  send({ type: "answer", answer: "x" });
  const open = () => {
    const state = flow();
    return state.step === "quiz" && mayGoOn(state);
  };
  pass(59_999);
  expect(open()).toBe(false);
  pass(1);
  expect(open()).toBe(true);
  answer(WRONG);
  expect(notices).toEqual([NOTICES.quizFailed(3), NOTICES.quizFailed(0)]);
});

test("the countdown shows every second, and scheduling starts after exactly 15 seconds", () => {
  const { flow, send, answer } = openQuiz();
  answer(RIGHT);
  send({ type: "continue" });
  const seconds = () => {
    const state = flow();
    return state.step === "countdown" ? wholeSeconds(state.wait.left) : state.step;
  };
  const shown = [seconds()];
  for (let second = 1; second < 15; second += 1) {
    pass(999);
    shown.push(seconds());
    pass(1);
    shown.push(seconds());
  }
  expect(shown).toEqual(Array.from({ length: 29 }, (_, i) => 15 - Math.floor(i / 2)));
  pass(999);
  expect(seconds()).toBe(1);
  pass(1);
  expect(seconds()).toBe("scheduling");
});

test("leaving the page ends a running countdown, however the page is brought back", () => {
  const { flow, send, answer } = openQuiz();
  answer(RIGHT);
  send({ type: "continue" });
  pass(14_000);
  act(() => {
    dispatchEvent(new Event("pagehide"));
  });
  pass(60_000);
  expect(flow()).toEqual({ step: "credentials", verifying: false });
});

test("leaving the screen during scheduling schedules nothing", () => {
  const { send, answer, unmount } = openQuiz();
  answer(RIGHT);
  send({ type: "continue" });
  pass(15_000);
  unmount();
  pass(60_000);
  expect(notices).not.toContainEqual(NOTICES.deletionScheduled);
});
