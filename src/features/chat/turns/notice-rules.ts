import { type Notice, sendFailure } from "#lib/notices.ts";
import type { TurnEnd } from "./turns.ts";

/** The notice for a message that got no reply; null when the person stopped it. */
export function turnNotice(end: TurnEnd): Notice | null {
  if (end.kind !== "failed" || end.turn.state.name !== "failed") return null;
  const { reason: message, saved, stopped } = end.turn.state;
  if (stopped) return null;
  const code = end.refused?.code ?? "network";
  return sendFailure({ code, message }, end.turn.startsChat && !saved);
}
