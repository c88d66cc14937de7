import type { OutboxEntry, QueueMark } from "#features/chat/drafts/draft-rules.ts";
import { nextQueued } from "#features/chat/drafts/queue-rules.ts";
import type { Shown } from "./conversation-rules.ts";
import { goesOn, hasWholePart } from "./goes-on-rules.ts";

/**
 * How it stands with the messages that wait in a chat. `isDue`: the next one may go now. `isHeld`: one does not go by
 * itself. `toHold`: those that waited for a reply which was stopped. `mark`: how one that is sent now waits; null where it
 * goes at once.
 */
export function queueState(shown: Shown, queued: readonly OutboxEntry[]) {
  const state = goesOn(shown);
  const isStopped = state === "stopped";
  const isDue = (isStopped || state === "yes") && nextQueued(queued, isStopped) !== undefined;
  const isRunning = shown.running.length > 0;
  const isStopping = isRunning && shown.running.every((answer) => answer.isStopping);
  const mark: QueueMark | null = isStopping || isDue ? "stop" : isRunning || null;
  const holds = state === "no" || isStopped || (isStopping && !hasWholePart(shown));
  const isHeld = ({ isQueued }: OutboxEntry) =>
    isQueued === "held" || (holds && (state === "no" || isQueued !== "stop"));
  const toHold = isStopped ? queued.filter(({ isQueued }) => isQueued === true) : [];
  return { isDue, isStopped, isHeld, toHold, mark };
}
