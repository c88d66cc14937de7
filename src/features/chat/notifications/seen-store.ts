import { useEffect } from "react";
import type { Chat } from "#contract";
import { listen } from "#lib/listen.ts";
import { keptStore } from "#lib/store.ts";
import { parseSeen, withSeen } from "./seen-rules.ts";

/** What a person has seen in this browser, kept in local storage and so in step with the other tabs. */
export const seenStore = (userId: string) => keptStore(`seen-chats:${userId}`, parseSeen);

/** Counts the newest answer of the open chat as seen while the page is visible. */
export function useMarkSeen(userId: string, chat: Chat | null | undefined): void {
  useEffect(() => {
    if (!chat) return;
    const mark = () => {
      if (document.visibilityState === "visible") {
        seenStore(userId).change((seen) => withSeen(seen, chat));
      }
    };
    mark();
    return listen(document, ["visibilitychange"], mark);
  }, [userId, chat]);
}
