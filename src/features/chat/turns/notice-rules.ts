import type { RequestError } from "#lib/functions-client.ts";
import { createFailure, NOTICES, type Notice, sendFailure } from "#lib/notices.ts";
import { STOPPED_UNWRITTEN } from "./turn-flow.ts";
import type { TurnEnd } from "./turns.ts";

/**
 * The words for a chat that could not be created (SPEC 8, DESIGN 3.12): the spec's own, except where only the server
 * can say what to do: when to try again, or to log in.
 */
export function createNotice(error: RequestError): Notice {
  const says = error.status === 429 || error.status === 401;
  return says ? NOTICES.sendFailed(error.message) : createFailure(error.message);
}

/** The words for a message that got no reply; null where the person wanted none. */
export function turnNotice(end: TurnEnd): Notice | null {
  if (end.kind !== "failed" || end.turn.state.name !== "failed") return null;
  const { reason, saved } = end.turn.state;
  return reason === STOPPED_UNWRITTEN ? null : sendFailure(reason, end.turn.startsChat && !saved);
}
