import type { MessagesLeft, TurnsLeft } from "#contract";
import { type KeptStore, keptStore, useStore } from "#lib/store.ts";
import { keptLeft, type KeptLeft, parseLeft } from "./kept-left-rules.ts";

/** What the server said last of a person's limits, kept in local storage, so that a reload does not forget it. */
export const messagesLeft = (userId: string | null): KeptStore<KeptLeft> =>
  keptStore(messagesLeftKey(userId), parseLeft);

/** Remembers what the server said is left. */
export function noteLeft(userId: string, left: TurnsLeft): void {
  messagesLeft(userId).change(() => keptLeft(left));
}

/** What is left of a limit that is nearly used up, as the server said last; null when none is. */
export function useMessagesLeft(userId: string | null): MessagesLeft | null {
  return useStore(messagesLeft(userId), (kept) => kept?.near ?? null);
}

/** What is left of the tighter limit, when it is little, as the server said last. A visitor has none. */
export function useTurnsLeft(userId: string | null): MessagesLeft | null {
  return useStore(messagesLeft(userId), (kept) => kept?.few ?? null);
}

/** The key of what is left of a person's limits in local storage. */
function messagesLeftKey(userId: string | null): string {
  return `messages-left:${userId}`;
}
