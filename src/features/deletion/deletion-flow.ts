import { PASS_MARK, QUESTIONS, score, type Answers } from "./quiz-rules.ts";

/**
 * The account deletion as one state machine.
 *
 * Waits are measured by the time between two events, not by counting ticks, so a slow or sleeping tab changes nothing.
 * A clock that jumps backwards neither lengthens nor shortens a wait.
 */

/** How long the quiz stays closed after a failure. */
const RETAKE_WAIT_MS = 60_000;
/** The countdown of the last step before the deletion is scheduled. */
export const COUNTDOWN_MS = 15_000;
/** How long the simulated scheduling takes. */
export const SCHEDULING_MS = 2_000;
/**
 * The longest gap between two events that still counts towards the countdown. After a longer one the computer was
 * asleep and nobody saw the seconds pass, so the countdown goes on where it stood.
 */
const LONGEST_UNSEEN_MS = 60_000;

/** Milliseconds left at the time of the last event. */
export type Wait = { readonly left: number; readonly seenAt: number };

export type QuizState = {
  readonly step: "quiz";
  readonly index: number;
  readonly answers: Answers;
  /** The score of the failed try, until a new one begins. */
  readonly score: number | null;
  /** The wait after a failed try, until a new one begins. */
  readonly retake: Wait | null;
};

export type DeletionState =
  | { readonly step: "credentials"; readonly verifying: boolean }
  | QuizState
  | { readonly step: "passed" }
  | { readonly step: "countdown"; readonly wait: Wait }
  | { readonly step: "scheduling" }
  | { readonly step: "scheduled" };

export type DeletionEvent =
  /** Credentials: the check starts, and its two outcomes. */
  | { readonly type: "verify" }
  | { readonly type: "verified" }
  | { readonly type: "refused" }
  /** Quiz. `next` on the last question submits. */
  | { readonly type: "answer"; readonly answer: string }
  | { readonly type: "previous" }
  | { readonly type: "next" }
  /** Passed: on to the countdown. */
  | { readonly type: "continue" }
  /** Time has passed. */
  | { readonly type: "tick" }
  /** The person's Cancel. Ignored while scheduling. */
  | { readonly type: "cancel" }
  /** The page was left or another user signed in: ends everything. */
  | { readonly type: "leave" }
  /** The two outcomes of scheduling. */
  | { readonly type: "scheduled" }
  | { readonly type: "scheduling-failed" };

export const START: DeletionState = { step: "credentials", verifying: false };

const NEW_QUIZ: QuizState = {
  step: "quiz",
  index: 0,
  answers: {},
  score: null,
  retake: null,
};

/**
 * The state after an event. A step ignores events that are not its own.
 * @param now Milliseconds since 1970, for the countdown.
 * @param steady Milliseconds of a clock that nobody can set, for the wait after a failed quiz.
 */
export function next(
  state: DeletionState,
  event: DeletionEvent,
  now: number,
  steady = now,
): DeletionState {
  if (event.type === "leave") return state.step === "scheduled" ? state : START;
  switch (state.step) {
    case "credentials":
      return afterCredentials(state, event);
    case "quiz":
      return afterQuiz(state, event, steady);
    case "passed":
      if (event.type === "cancel") return START;
      return event.type === "continue"
        ? { step: "countdown", wait: { left: COUNTDOWN_MS, seenAt: now } }
        : state;
    case "countdown":
      return afterCountdown(state, event, now);
    case "scheduling":
      if (event.type === "scheduled") return { step: "scheduled" };
      return event.type === "scheduling-failed" ? { step: "passed" } : state;
    case "scheduled":
      return state;
  }
}

function afterCredentials(
  state: DeletionState & { step: "credentials" },
  event: DeletionEvent,
): DeletionState {
  if (event.type === "verify") return { ...state, verifying: true };
  if (event.type === "refused" || event.type === "cancel") return START;
  return event.type === "verified" && state.verifying ? NEW_QUIZ : state;
}

function afterQuiz(before: QuizState, event: DeletionEvent, steady: number): DeletionState {
  const state = before.retake ? { ...before, retake: elapse(before.retake, steady) } : before;
  switch (event.type) {
    case "answer":
      return { ...state, answers: { ...state.answers, [state.index]: event.answer } };
    case "previous":
      return { ...state, index: Math.max(0, state.index - 1) };
    case "next":
      return mayGoOn(state) ? afterAnswer(state, steady) : state;
    case "cancel":
      return START;
    default:
      return state;
  }
}

function afterAnswer(state: QuizState, steady: number): DeletionState {
  if (state.index < QUESTIONS.length - 1) {
    return { ...state, index: state.index + 1, score: null, retake: null };
  }
  const reached = score(state.answers);
  return reached >= PASS_MARK
    ? { step: "passed" }
    : { ...NEW_QUIZ, score: reached, retake: { left: RETAKE_WAIT_MS, seenAt: steady } };
}

function afterCountdown(
  state: DeletionState & { step: "countdown" },
  event: DeletionEvent,
  now: number,
): DeletionState {
  if (event.type === "cancel") return START;
  if (event.type !== "tick") return state;
  const wait = elapse(state.wait, now, LONGEST_UNSEEN_MS);
  return wait.left > 0 ? { step: "countdown", wait } : { step: "scheduling" };
}

function elapse(wait: Wait, now: number, longest = Number.POSITIVE_INFINITY): Wait {
  const gap = now - wait.seenAt;
  return { left: gap < 0 || gap > longest ? wait.left : Math.max(0, wait.left - gap), seenAt: now };
}

/** Whether Next and Submit are closed after a failed try: until its wait is over. */
export function isLocked(state: QuizState): boolean {
  return (state.retake?.left ?? 0) > 0;
}

/** Whether Next or Submit is enabled: the question is answered and no wait is running. */
export function mayGoOn(state: QuizState): boolean {
  return state.answers[state.index] !== undefined && !isLocked(state);
}

export type TypedCredentials = { readonly email: string; readonly password: string };

/** Whether Continue is enabled: the email is exactly the signed-in person's, and a password is entered. */
export function mayContinue({ email, password }: TypedCredentials, own: string): boolean {
  return email === own && password !== "";
}
