import type { JointPart } from "#features/chat/answers/joint-rules.ts";
import type { Shown } from "./conversation-rules.ts";

/** Whether a chat can go on by itself: its newest reply is whole. "later" while one is being written or nothing is known. */
export function goesOn(shown: Shown): "yes" | "no" | "later" {
  const { rows, running, untracked, reachesNewest } = shown;
  const last = rows.at(-1);
  if (last === undefined || !reachesNewest || running.length > 0 || untracked.length > 0)
    return "later";
  if (shown.joint !== null) {
    const isWhole = ({ answer }: JointPart) =>
      answer?.kind === "stored" && answer.message.stopped_at === null;
    if (shown.joint.unsent.length > 0) return "later";
    return shown.joint.parts.some(isWhole) ? "yes" : "no";
  }
  if (last.failure !== null || last.endsFailed) return "no";
  if (last.mine) return "later";
  return last.isStopped ? "no" : "yes";
}
