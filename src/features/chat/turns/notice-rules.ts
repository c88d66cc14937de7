import { sendFailure } from "#lib/notices.ts";
import type { Notice } from "#lib/notify.ts";
import type { TurnOutcome } from "./turns.ts";

/** The notice for a message that got no answer; null when there is an answer, or when the person stopped it. */
export function turnNotice(outcome: TurnOutcome): Notice | null {
  if (outcome.kind !== "failed" || outcome.turn.state.name !== "failed") return null;
  const { reason: message, saved, stopped } = outcome.turn.state;
  if (stopped) return null;
  const code = outcome.rejection?.code ?? "network";
  return sendFailure({ code, message }, outcome.turn.startsChat && !saved);
}
