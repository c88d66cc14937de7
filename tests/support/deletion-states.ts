import {
  next,
  type DeletionEvent,
  type DeletionState,
  type QuizState,
} from "#features/deletion/deletion-flow.ts";
import { QUESTIONS } from "#features/deletion/quiz-rules.ts";

/** The right answer to each question, in order. */
export const RIGHT_ANSWERS = QUESTIONS.map((question) => question.correctAnswer);
/** Some moment, in milliseconds since 1970. */
export const T = 1_790_000_000_000;

/** The state after events, each at its own time. */
export function run(state: DeletionState, ...events: [DeletionEvent, number][]): DeletionState {
  return events.reduce((before, [event, now]) => next(before, event, now), state);
}

/** The state of a quiz that has just begun, but for the parts given. */
export const quiz = (over: Partial<QuizState> = {}): QuizState => ({
  step: "quiz",
  index: 0,
  answers: {},
  score: null,
  retake: null,
  ...over,
});

/** The state after all questions were answered at one time. */
export function answerAll(state: DeletionState, answers: readonly string[], now: number) {
  return answers.reduce(
    (before, answer) => run(before, [{ type: "answer", answer }, now], [{ type: "next" }, now]),
    state,
  );
}
