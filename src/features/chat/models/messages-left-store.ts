import type { MessagesLeft, TurnsLeft } from "#contract";
import { type KeptStore, keptStore, useStore } from "#lib/store.ts";
import { isTooFewForAll, parseLeft } from "./messages-left-rules.ts";

/** What the server said last of a person's limits, kept in local storage, so that a reload does not forget it. */
export const messagesLeft = (userId: string | null): KeptStore<TurnsLeft | null> =>
  keptStore(`messages-left:${userId}`, parseLeft);

/** What is left of a limit that is nearly used up, as the server said last; null when none is. */
export function useMessagesLeft(userId: string | null): MessagesLeft | null {
  return useStore(messagesLeft(userId), (left) => left?.near ?? null);
}

/** What is left of the tighter limit, when it is too little to ask all models. A visitor has none. */
export function useTurnsLeft(userId: string | null): MessagesLeft | null {
  return useStore(messagesLeft(userId), (left) => (left && isTooFewForAll(left) ? left : null));
}
