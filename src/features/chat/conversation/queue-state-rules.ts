import { type WaitsFor, isBefore, type OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import { nextQueued } from "#features/chat/drafts/queue-rules.ts";
import { isStored } from "#features/chat/messages/answers-rules.ts";
import type { JointPart } from "#features/chat/messages/joint-rules.ts";
import type { Shown } from "./conversation-rules.ts";

/**
 * How it stands with the messages that wait in a chat. `isDue`: the next one may go now. `isHeld`: one does not go by
 * itself. `toHold`: those that waited for a reply which was stopped. `waitsFor`: what one that is sent now waits for; null where it
 * goes at once.
 */
export function queueState(shown: Shown, queued: readonly OutboxEntry[], isOnline: boolean) {
  const state = goesOn(shown);
  const isStopped = state === "stopped";
  const hasNext = nextQueued(queued, isStopped) !== undefined;
  const isDue = isOnline && hasNext && (isStopped || state === "yes");
  const isRunning = shown.running.length > 0;
  const isStopping = isRunning && shown.running.every((answer) => answer.isStopping);
  const waits = (awaited: WaitsFor) => queued.some(({ waitsFor }) => waitsFor === awaited);
  // Behind what waits already, for a reply or for the network.
  const isBehind = isRunning || (!isOnline && waits("reply"));
  const offline = !isOnline || waits("network") ? "network" : null;
  const waitsFor: WaitsFor | null = isStopping || isDue ? "ending" : isBehind ? "reply" : offline;
  const holds = state === "no" || isStopped || (isStopping && !hasWholePart(shown));
  // After a reply that was stopped, these go out one after the other.
  const first = nextQueued(queued, true);
  const goesNext = (entry: OutboxEntry) => first && !isBefore(entry, first);
  const isHeld = (entry: OutboxEntry) =>
    entry.waitsFor === "person" ||
    (isOnline && entry.waitsFor !== "network" && holds && (state === "no" || !goesNext(entry)));
  const isToHold = (entry: OutboxEntry) => entry.waitsFor === "reply" && !goesNext(entry);
  const toHold = isStopped ? queued.filter(isToHold) : [];
  return { isDue, isStopped, isHeld, toHold, waitsFor };
}

/**
 * Whether a chat can go on by itself: its newest reply is whole. "stopped" where the person has ended it, "later" while
 * one is being written or nothing is known.
 */
export function goesOn(shown: Shown): "yes" | "no" | "stopped" | "later" {
  const { rows, running, isUncertain, lastQuestionId } = shown;
  const last = rows.at(-1);
  const isEnd = last !== undefined && lastQuestionId !== undefined;
  if (!isEnd || running.length > 0 || isUncertain) return "later";
  if (shown.joint !== null) {
    if (hasWholePart(shown)) return "yes";
    return shown.joint.parts.some(isStopped) ? "stopped" : "no";
  }
  if (last.failure !== null || last.endsFailed) {
    const failure = last.failure ?? last.further?.at(-1);
    return failure?.stopped ? "stopped" : "no";
  }
  if (last.mine) return "later";
  return last.isStopped ? "stopped" : "yes";
}

/** Whether one of the answers that stand side by side is whole: then the chat goes on whatever becomes of the others. */
const hasWholePart = ({ joint }: Shown) =>
  joint?.parts.some((part) => part.answer && isStored(part.answer) && !isStopped(part)) ?? false;

const isStopped = ({ answer, failed }: JointPart) =>
  answer && isStored(answer) ? answer.stopped_at !== null : failed?.stopped === true;
