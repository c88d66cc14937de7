import { useEffect } from "react";
import type { Chat } from "#contract";
import { keptStore } from "#lib/store.ts";
import { parseSeen, withSeen } from "./seen-rules.ts";
import { useIsVisible } from "./watched-chats.ts";

/** What a person has seen in this browser, kept in local storage and so in step with the other tabs. */
export const seenStore = (userId: string) => keptStore(`seen-chats:${userId}`, parseSeen);

/** Counts the newest answer of the open chat as seen while the page is visible. */
export function useMarkSeen(userId: string, chat: Chat | null | undefined): void {
  const isVisible = useIsVisible();
  useEffect(() => {
    if (chat && isVisible) seenStore(userId).change((seen) => withSeen(seen, chat));
  }, [userId, chat, isVisible]);
}
