import { useEffect, useEffectEvent, useMemo } from "react";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { nextQueued } from "#features/chat/drafts/next-queued-rules.ts";
import { queuedIn } from "#features/chat/drafts/queue-rules.ts";
import { useStore } from "#lib/store.ts";
import type { Shown } from "./conversation-rules.ts";
import { goesOn } from "./goes-on-rules.ts";

/** The tab in which the reply was written sends the next message itself, and before this. */
const OTHERS_FIRST_MS = 1000;

/**
 * The messages that wait in a chat. They are sent here when nobody else does: after a reload, or when the tab that asked
 * is gone. `isHeld`: the reply before them is not whole, so the person decides, unless they were sent after Stop.
 */
export function useQueue(
  userId: string,
  chatId: string,
  shown: Shown,
  sendQueued: (chatId: string, isStopped: boolean) => void,
) {
  const outbox = useStore(draftStore(userId), (drafts) => drafts.outbox);
  const queued = useMemo(() => queuedIn(outbox, chatId), [outbox, chatId]);
  const state = goesOn(shown);
  const isStopped = state === "stopped";
  const isDue =
    (isStopped || state === "yes") && nextQueued(queued, chatId, isStopped) !== undefined;
  const sendNext = useEffectEvent(() => sendQueued(chatId, isStopped));
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(sendNext, OTHERS_FIRST_MS);
    return () => clearTimeout(timer);
  }, [isDue]);
  const isHeld = (entry: OutboxEntry) => state === "no" || (isStopped && entry.isQueued !== "stop");
  return { queued, isHeld };
}
