import { useEffect, useEffectEvent, useMemo } from "react";
import type { OutboxEntry, QueueMark } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import {
  afterFailedStop,
  queuedIn,
  takeBackQueued,
  withMark,
} from "#features/chat/drafts/queue-rules.ts";
import type { AskedModels } from "#features/chat/models/model-rules.ts";
import { takeFromBox } from "#features/chat/sending/outgoing.ts";
import { useStore } from "#lib/store.ts";
import { useIsOnline } from "#lib/use-is-online.ts";
import type { Shown } from "./conversation-rules.ts";
import { queueState } from "./queue-state-rules.ts";

/** The tab in which the reply was written sends the next message itself, and before this. */
const OTHERS_FIRST_MS = 1000;

/**
 * The messages that wait in a chat, and what can be done with them. They are sent here when nobody else does: after a
 * reload, or when the tab that asked is gone.
 */
export function useQueue(
  userId: string,
  chatId: string,
  shown: Shown,
  sendQueued: (chatId: string, isStopped: boolean, isOthers: boolean) => void,
) {
  const drafts = draftStore(userId);
  const outbox = useStore(drafts, (all) => all.outbox);
  const queued = useMemo(() => queuedIn(outbox, chatId), [outbox, chatId]);
  const isOnline = useIsOnline();
  const { isDue, isStopped, isHeld, toHold, mark } = queueState(shown, queued, isOnline);
  const sendNext = useEffectEvent(() => sendQueued(chatId, isStopped, true));
  useEffect(() => {
    if (!isDue) return;
    // Again and again: a turn may still take the reply that is shown for one that is being written.
    const timer = setInterval(sendNext, OTHERS_FIRST_MS);
    return () => clearInterval(timer);
  }, [isDue]);

  // It says that it was not sent: from then on it does not go by itself, whatever is looked at or sent elsewhere.
  const hold = useEffectEvent(() => drafts.change((all) => withMark(all, toHold, "held")));
  const isToHold = toHold.length > 0;
  useEffect(() => {
    if (!isToHold) return;
    const timer = setTimeout(hold, OTHERS_FIRST_MS);
    return () => clearTimeout(timer);
  }, [isToHold]);

  return {
    queued,
    isHeld,
    isOffline: ({ isQueued }: OutboxEntry) => !isOnline || isQueued === "offline",
    mark,
    /** Keeps a message until its turn comes. It leaves the box at once. */
    add: (content: string, as: QueueMark, models?: AskedModels) =>
      void takeFromBox(userId, chatId, content, models, as),
    /** Lets a message that is held wait again. */
    requeue: (entry: OutboxEntry, as: QueueMark) =>
      drafts.change((all) => withMark(all, [entry], as)),
    /** Takes a message back into the box. */
    takeBack: (entry: OutboxEntry) => drafts.change((all) => takeBackQueued(all, entry)),
    onStopFailed: () => drafts.change((all) => afterFailedStop(all, chatId)),
  };
}
