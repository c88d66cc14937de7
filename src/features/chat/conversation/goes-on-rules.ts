import type { JointPart } from "#features/chat/messages/joint-rules.ts";
import type { Shown } from "./conversation-rules.ts";

/**
 * Whether a chat can go on by itself: its newest reply is whole. "stopped" where the person has ended it, "later" while
 * one is being written or nothing is known.
 */
export function goesOn(shown: Shown): "yes" | "no" | "stopped" | "later" {
  const { rows, running, isUncertain, reachesNewest } = shown;
  const last = rows.at(-1);
  if (last === undefined || !reachesNewest || running.length > 0 || isUncertain) return "later";
  if (shown.joint !== null) {
    if (hasWholePart(shown)) return "yes";
    return shown.joint.parts.some(isStopped) ? "stopped" : "no";
  }
  if (last.failure !== null || last.endsFailed) {
    const failure = last.failure ?? last.further.at(-1)?.failed;
    return failure?.stopped ? "stopped" : "no";
  }
  if (last.mine) return "later";
  return last.isStopped ? "stopped" : "yes";
}

/** Whether one of the answers that stand side by side is whole: then the chat goes on whatever becomes of the others. */
export function hasWholePart({ joint }: Shown): boolean {
  const isWhole = ({ answer }: JointPart) =>
    answer?.kind === "stored" && answer.message.stopped_at === null;
  return joint?.parts.some(isWhole) ?? false;
}

function isStopped({ answer, failed }: JointPart): boolean {
  const isEnded = answer?.kind === "stored" && answer.message.stopped_at !== null;
  return isEnded || failed?.stopped === true;
}
