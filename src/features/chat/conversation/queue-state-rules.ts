import type { OutboxEntry, QueueMark } from "#features/chat/drafts/draft-rules.ts";
import { nextQueued } from "#features/chat/drafts/queue-rules.ts";
import type { Shown } from "./conversation-rules.ts";
import { goesOn, hasWholePart } from "./goes-on-rules.ts";

/**
 * How it stands with the messages that wait in a chat. `isDue`: the next one may go now. `isHeld`: one does not go by
 * itself. `toHold`: those that waited for a reply which was stopped. `mark`: how one that is sent now waits; null where it
 * goes at once.
 */
export function queueState(shown: Shown, queued: readonly OutboxEntry[], isOnline: boolean) {
  const state = goesOn(shown);
  const isStopped = state === "stopped";
  const hasNext = nextQueued(queued, isStopped) !== undefined;
  const isDue = isOnline && hasNext && (isStopped || state === "yes");
  const isRunning = shown.running.length > 0;
  const isStopping = isRunning && shown.running.every((answer) => answer.isStopping);
  const waits = (mark: QueueMark) => queued.some(({ isQueued }) => isQueued === mark);
  // Behind what waits already, for a reply or for the network.
  const offline =
    !isOnline && waits(true) ? true : !isOnline || waits("offline") ? "offline" : null;
  const mark: QueueMark | null = isStopping || isDue ? "stop" : isRunning || offline;
  const holds = state === "no" || isStopped || (isStopping && !hasWholePart(shown));
  const isHeld = ({ isQueued }: OutboxEntry) =>
    isQueued === "held" ||
    (isOnline && isQueued !== "offline" && holds && (state === "no" || isQueued !== "stop"));
  const toHold = isStopped ? queued.filter(({ isQueued }) => isQueued === true) : [];
  return { isDue, isStopped, isHeld, toHold, mark };
}
