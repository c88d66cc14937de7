import { ANSWERS_AT_MOST } from "#features/chat/models/answer-choice-rules.ts";
import type { TurnOutcome } from "#features/chat/turns/turns.ts";
import { type Notice, sendFailure } from "#lib/notices.ts";

// One status stands for both, and for an id that was used for something else.
const NO_FURTHER = `This message takes no further replies: the conversation has gone on elsewhere, or it has ${ANSWERS_AT_MOST}.`;
const GONE_ON = "The conversation has gone on elsewhere. Your message is back in its box.";

/** The notice for a message that got no answer; null when there is an answer, or when the person stopped it. */
export function turnNotice(outcome: TurnOutcome): Notice | null {
  if (outcome.kind !== "failed" || outcome.isStopped) return null;
  const { reason: message } = outcome.failure;
  const saved = outcome.turn.question !== null;
  const code = outcome.rejection?.code ?? "network";
  const mayBeLate = saved || outcome.turn.follows !== null;
  if (code === "conflict" && outcome.rejection?.status === 409 && mayBeLate) {
    return sendFailure({ code, message: saved ? NO_FURTHER : GONE_ON }, false);
  }
  return sendFailure({ code, message }, outcome.turn.startsChat && !saved);
}
