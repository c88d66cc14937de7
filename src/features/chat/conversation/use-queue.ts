import { useEffect, useEffectEvent, useMemo } from "react";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { queuedIn } from "#features/chat/drafts/queue-rules.ts";
import { useStore } from "#lib/store.ts";
import type { Shown } from "./conversation-rules.ts";
import { goesOn } from "./goes-on-rules.ts";

/** The tab in which the reply was written sends the next message itself, and before this. */
const OTHERS_FIRST_MS = 1000;

/**
 * The messages that wait in a chat. They are sent here when nobody else does: after a reload, or when the tab that asked
 * is gone. `isHeld`: the reply before them is not whole, so the person decides.
 */
export function useQueue(
  userId: string,
  chatId: string,
  shown: Shown,
  sendQueued: (chatId: string) => void,
) {
  const outbox = useStore(draftStore(userId), (drafts) => drafts.outbox);
  const queued = useMemo(() => queuedIn(outbox, chatId), [outbox, chatId]);
  const state = goesOn(shown);
  const isDue = queued.length > 0 && state === "yes";
  const sendNext = useEffectEvent(() => sendQueued(chatId));
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(sendNext, OTHERS_FIRST_MS);
    return () => clearTimeout(timer);
  }, [isDue]);
  return { queued, isHeld: state === "no" };
}
