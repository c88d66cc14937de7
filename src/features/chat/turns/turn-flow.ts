import { FALLBACKS } from "#lib/notices.ts";
import type { ModelId } from "#models";
import { CLAIM_DEAD_AFTER_SECONDS } from "#time-limits";
import { GONE, type TurnFailure } from "./failure-text-rules.ts";
import type { StoredTurn } from "./stored-turn.ts";

/**
 * Where a turn stands. `saved`: whether the server is known to hold the question; `text`: the answer so far; `writer`: the
 * model that wrote that text, where it was left by a try of another one than the turn's.
 */
export type TurnState = Stand & { readonly writer?: ModelId };

type Stand =
  | { readonly name: "sending"; readonly saved: boolean }
  /**
   * `text`: what an earlier try has left, which is shown until this one has some. `isBegun`: the server has said that it
   * has begun this one.
   */
  | {
      readonly name: "retrying";
      readonly saved: boolean;
      readonly text?: string;
      readonly isBegun?: true;
    }
  | { readonly name: "streaming"; readonly saved: true; readonly text: string }
  /**
   * Another tab asked, or the connection was lost: the database is polled for the answer. `mayBeUnasked`: nobody knows
   * whether the server has heard that it was asked for again.
   */
  | {
      readonly name: "waiting";
      readonly saved: boolean;
      readonly text: string;
      readonly mayBeUnasked?: true;
      readonly since: number;
    }
  /**
   * The person pressed Stop; the database is polled until the server has stored what was written. `since`, here and above:
   * when the answer was last seen running, or else when the wait began.
   */
  | {
      readonly name: "stopped";
      readonly saved: true;
      readonly text: string;
      readonly since: number;
    }
  | ({
      readonly name: "failed";
      readonly saved: boolean;
      /** Whether the person stopped it, and so knows why there is no answer. */
      readonly stopped?: true;
      /** What had been written when it broke off. */
      readonly text?: string;
    } & TurnFailure)
  | { readonly name: "sent"; readonly saved: true };

export type TurnEvent =
  | { readonly type: "saved" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "answered" }
  | ({ readonly type: "failed" } & TurnFailure)
  | { readonly type: "disconnected" }
  | { readonly type: "checked"; readonly stored: StoredTurn }
  /** The database could not be read. */
  | { readonly type: "check-failed" }
  | { readonly type: "stop" }
  /** `writer`: the model that was asked before, where another one is asked now. */
  | { readonly type: "retry"; readonly writer?: ModelId | null };

/** An answer of which the database could not be asked for so long may not be coming. */
const UNREAD_AT_MOST_MS = CLAIM_DEAD_AFTER_SECONDS * 1000;

// What is shown below a message that got no answer.
export const NOT_SENT = FALLBACKS.send_message;
export const CONNECTION_LOST = "The connection was lost before the reply was complete.";
export const BROKEN_OFF = "This reply broke off before it was complete.";
export const UNANSWERED = "No reply was written to this message.";
export const STOPPED_UNWRITTEN = "You stopped this before a reply was written.";

/** Whether an answer may still come without the person doing anything. */
export function isRunning(state: TurnState): boolean {
  return state.name !== "failed" && state.name !== "sent";
}

/** Whether the turn is followed by polling the database. */
export function isPolled(state: TurnState): boolean {
  return state.name === "waiting" || state.name === "stopped";
}

/** What to show of an answer: what was read of it, unless more of the same text is shown already. */
function mergedText(shown: string, read: string): string {
  return shown.startsWith(read) ? shown : read;
}

/** What has been written of the answer so far. */
export function answerSoFar(state: TurnState): string {
  return ("text" in state && state.text) || "";
}

/** The state of a question that may get an answer yet. `saved`: whether the database holds it. */
export function awaitedState(now: number, saved: boolean): TurnState {
  return { name: "waiting", saved, text: "", since: now };
}

/** The state of a question that the database holds without an answer and that this tab has no turn for. */
export function unansweredState(stored: StoredTurn, now: number): TurnState {
  const { isRunning, text, writer } = stored;
  const state: TurnState = isRunning
    ? { name: "waiting", saved: true, text, since: now }
    : unanswered(stored);
  return withWriter(state, writer);
}

/**
 * The state after an event. An event that does not fit the state changes nothing.
 * @param now Monotonic milliseconds.
 */
export function next(state: TurnState, event: TurnEvent, now: number): TurnState {
  const after = step(state, event, now);
  const text = answerSoFar(after);
  if (after === state || text === "") return after;
  const told = event.type === "checked" ? event.stored : event.type === "retry" ? event : null;
  const isLeft = text === answerSoFar(state);
  return withWriter(after, (isLeft && state.writer) || (told?.writer ?? null));
}

function withWriter(state: TurnState, writer: ModelId | null): TurnState {
  const { writer: before, ...others } = state;
  return before === (writer ?? undefined) ? state : writer ? { ...others, writer } : others;
}

function step(state: TurnState, event: TurnEvent, now: number): TurnState {
  if (state.name === "sent") return state;
  switch (event.type) {
    case "answered":
      return { name: "sent", saved: true };
    case "saved":
      if (state.name === "retrying") return { ...state, saved: true, isBegun: true };
      return state.name === "sending" || state.name === "waiting"
        ? { ...state, saved: true }
        : state;
    case "text":
      return isConnected(state)
        ? {
            name: "streaming",
            saved: true,
            text: (state.name === "streaming" ? state.text : "") + event.text,
          }
        : state;
    case "failed":
      return isRunning(state) ? brokenOff(state, event) : state;
    case "disconnected":
      return isConnected(state) ? disconnected(state, now) : state;
    case "stop":
      return state.saved && isRunning(state) && state.name !== "stopped"
        ? { name: "stopped", saved: true, text: answerSoFar(state), since: now }
        : state;
    case "retry":
      return state.name === "failed"
        ? { name: "retrying", saved: state.saved, ...left(answerSoFar(state)) }
        : state;
    case "checked":
      return afterCheck(state, event.stored, now);
    case "check-failed":
      return afterFailedCheck(state, now);
  }
}

function isConnected(state: TurnState): boolean {
  return state.name === "sending" || state.name === "retrying" || state.name === "streaming";
}

function disconnected(state: TurnState, now: number): TurnState {
  const mayBeUnasked = state.name === "retrying" && state.saved && state.isBegun !== true;
  const own = { name: "waiting", saved: state.saved, text: answerSoFar(state) } as const;
  return { ...own, since: now, ...(mayBeUnasked && { mayBeUnasked }) };
}

/** Whether nothing tells that the server has heard of an answer that was asked for again. */
function isUnheard(state: TurnState): boolean {
  return state.name === "waiting" && state.mayBeUnasked === true;
}

function afterCheck(state: TurnState, stored: StoredTurn, now: number): TurnState {
  if (stored.answered) return { name: "sent", saved: true };
  // What has been shown is not taken back.
  const known = { ...stored, text: mergedText(stored.text, answerSoFar(state)) };
  if (state.name === "failed") {
    // Another tab may have asked again since.
    if (stored.isRunning) return unansweredState(known, now);
    // What was taken for unsent, or for unwritten, is there after all: its chat was deleted and is restored.
    const isBack = !state.saved || state.isGone || (state.text === undefined && stored.text !== "");
    const isUnexplained = state.reason === BROKEN_OFF || state.reason === UNANSWERED;
    const isExplained = isUnexplained && stored.reason !== null;
    return stored.saved && (isBack || isExplained)
      ? unanswered(known)
      : { ...state, saved: stored.saved, ...left(known.text) };
  }
  if (state.name !== "waiting" && state.name !== "stopped") return state;
  if (!stored.saved) {
    const why = state.saved ? { reason: GONE, isGone: true as const } : { reason: NOT_SENT };
    return brokenOff({ saved: false }, why);
  }
  if (!stored.isRunning) {
    if (isUnheard(state) && stored.reason === null)
      return brokenOff(state, { reason: CONNECTION_LOST });
    return unanswered({ ...known, stopped: state.name === "stopped" || stored.stopped });
  }
  if (state.name === "stopped") return { ...state, since: now };
  // Another try may have written something else.
  return { name: "waiting", saved: true, text: mergedText(state.text, stored.text), since: now };
}

/** What the server may not have heard of fails at once, to be tried again; else the answer may still come. */
function afterFailedCheck(state: TurnState, now: number): TurnState {
  if (state.name !== "waiting" && state.name !== "stopped") return state;
  if (!state.saved) return brokenOff(state, { reason: NOT_SENT });
  return now - state.since < UNREAD_AT_MOST_MS && !isUnheard(state)
    ? state
    : brokenOff(state, { reason: CONNECTION_LOST });
}

function unanswered({ stopped, reason, text }: StoredTurn): TurnState {
  const unexplained = text === "" ? UNANSWERED : BROKEN_OFF;
  const why = stopped ? STOPPED_UNWRITTEN : (reason ?? unexplained);
  return { ...failed(true, why, true, text), ...(stopped && { stopped }) };
}

/** The state of a turn that ends without an answer; what was written of one stays. */
function brokenOff(
  state: TurnState | { saved: boolean },
  { reason, retryable = true, isGone, limit }: Partial<TurnFailure> & Pick<TurnFailure, "reason">,
): TurnState {
  const text = "name" in state ? answerSoFar(state) : "";
  const about = { ...(isGone && { isGone }), ...(limit && { limit }) };
  return { ...failed(state.saved, reason, retryable, text), ...about };
}

function failed(saved: boolean, reason: string, retryable: boolean, text: string) {
  return { name: "failed", saved, reason, retryable, ...left(text) } as const;
}

function left(text: string): { text?: string } {
  return text === "" ? {} : { text };
}
