/**
 * A message on its way (DESIGN 5 and 7). `saved` says whether the server is known to hold the message; `text` of a
 * reply is what has been written so far.
 */
export type TurnState =
  | { readonly name: "sending" | "retrying"; readonly saved: boolean }
  | { readonly name: "streaming"; readonly saved: true; readonly text: string }
  /** Somebody else writes the reply, or we lost touch: the database is asked what became of it. */
  | ({ readonly name: "waiting"; readonly saved: boolean; readonly text: string } & Watch)
  /** The person pressed Stop; the server is keeping what was written. */
  | ({ readonly name: "stopped"; readonly saved: true; readonly text: string } & Watch)
  | {
      readonly name: "failed";
      readonly saved: boolean;
      readonly reason: string;
      readonly retryable: boolean;
      /** Whether the person ended it, and so knows why there is no reply. */
      readonly stopped?: true;
    }
  | { readonly name: "sent"; readonly saved: true };

/** The claim on a question as last seen (`answering_until`), and when it was first seen so; null when not looked yet. */
type Watch = { readonly claim: string | null; readonly since: number };

/** What the database holds of a turn. */
export type Found = {
  readonly saved: boolean;
  readonly answered: boolean;
  readonly claim: string | null;
  readonly stopped: boolean;
};

export type TurnEvent =
  | { readonly type: "saved" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "answered" }
  | { readonly type: "failed"; readonly reason: string; readonly retryable: boolean }
  | { readonly type: "lost" }
  | { readonly type: "found"; readonly found: Found }
  /** The database could not be asked. */
  | { readonly type: "unreachable" }
  | { readonly type: "stop" }
  | { readonly type: "retry" };

/** Whoever writes a reply renews the claim every 10 seconds; after this long without a change nobody does. */
const DEAD_AFTER_MS = 25_000;

/** What a message is told that reached nobody, and one that nobody answered. */
export const NOT_SENT = "Failed to send message";
export const CONNECTION_LOST = "The connection was lost before the reply was complete.";
export const UNANSWERED = "No reply was written to this message.";
export const STOPPED_UNWRITTEN = "You stopped this before a reply was written.";

/** Whether a reply may still come without anybody doing something. */
export function isRunning(state: TurnState): boolean {
  return state.name !== "failed" && state.name !== "sent";
}

/** Whether the turn is followed by asking the database again and again. */
export function isWatched(state: TurnState): boolean {
  return state.name === "waiting" || state.name === "stopped";
}

/** What has been written of the reply so far. */
export function writtenSoFar(state: TurnState): string {
  return "text" in state ? state.text : "";
}

/** How a question stands that was found without a reply, and without a turn of our own. */
export function foundUnanswered(claim: string | null, stopped: boolean, now: number): TurnState {
  return claim === null
    ? unanswered(stopped)
    : { name: "waiting", saved: true, text: "", claim, since: now };
}

/** @param now Monotonic milliseconds. An event that does not fit the state changes nothing. */
export function next(state: TurnState, event: TurnEvent, now: number): TurnState {
  if (state.name === "sent") return state;
  switch (event.type) {
    case "answered":
      return { name: "sent", saved: true };
    case "saved":
      return state.name === "sending" || state.name === "retrying"
        ? { ...state, saved: true }
        : state;
    case "text":
      return isHeard(state)
        ? { name: "streaming", saved: true, text: writtenSoFar(state) + event.text }
        : state;
    case "failed":
      return isRunning(state)
        ? { name: "failed", saved: state.saved, reason: event.reason, retryable: event.retryable }
        : state;
    case "lost":
      return isHeard(state)
        ? { name: "waiting", saved: state.saved, text: writtenSoFar(state), ...unseen(now) }
        : state;
    case "stop":
      return state.saved && isRunning(state) && state.name !== "stopped"
        ? { name: "stopped", saved: true, text: writtenSoFar(state), ...unseen(now) }
        : state;
    case "retry":
      return state.name === "failed" ? { name: "retrying", saved: state.saved } : state;
    case "found":
      return afterLook(state, event.found, now);
    case "unreachable":
      return afterNoLook(state, now);
  }
}

function isHeard(state: TurnState): boolean {
  return state.name === "sending" || state.name === "retrying" || state.name === "streaming";
}

function unseen(now: number): Watch {
  return { claim: null, since: now };
}

function afterLook(state: TurnState, found: Found, now: number): TurnState {
  if (found.answered) return { name: "sent", saved: true };
  if (state.name === "failed") {
    // Another tab may have asked again; an old failure then is no longer the truth.
    return found.claim === null
      ? { ...state, saved: found.saved }
      : foundUnanswered(found.claim, false, now);
  }
  if (state.name !== "waiting" && state.name !== "stopped") return state;
  if (!found.saved) return { name: "failed", saved: false, reason: NOT_SENT, retryable: true };
  if (found.claim === null) return unanswered(state.name === "stopped" || found.stopped);
  if (found.claim !== state.claim) return { ...state, saved: true, claim: found.claim, since: now };
  return now - state.since >= DEAD_AFTER_MS ? unanswered(found.stopped) : state;
}

/** A message that the server may not have is offered again at once; a reply that may still come is waited for. */
function afterNoLook(state: TurnState, now: number): TurnState {
  if (state.name !== "waiting" && state.name !== "stopped") return state;
  if (!state.saved) return { name: "failed", saved: false, reason: NOT_SENT, retryable: true };
  return now - state.since < DEAD_AFTER_MS
    ? state
    : { name: "failed", saved: true, reason: CONNECTION_LOST, retryable: true };
}

function unanswered(stopped: boolean): TurnState {
  return {
    name: "failed",
    saved: true,
    reason: stopped ? STOPPED_UNWRITTEN : UNANSWERED,
    retryable: true,
    ...(stopped && { stopped }),
  };
}
