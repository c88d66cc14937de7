import { useEffect } from "react";
import type { Chat } from "#contract";
import { createKeptStore, type KeptStore, useStore } from "#lib/store.ts";
import { parseSeen, type SeenChats, withSeen } from "./seen-rules.ts";

const stores = new Map<string, KeptStore<SeenChats>>();

/** What a person has seen in this browser, kept in local storage and so in step with the other tabs. */
export function seenStore(userId: string): KeptStore<SeenChats> {
  const store = stores.get(userId) ?? createKeptStore(`seen-chats:${userId}`, parseSeen);
  stores.set(userId, store);
  return store;
}

/** What a person has seen in this browser, followed. */
export const useSeen = (userId: string): SeenChats => useStore(seenStore(userId), (seen) => seen);

/** Counts the newest message of the open chat as seen while the page is visible. */
export function useMarkSeen(userId: string, chat: Chat | null | undefined): void {
  useEffect(() => {
    if (!chat) return;
    const mark = () => {
      if (document.visibilityState === "visible") {
        seenStore(userId).change((seen) => withSeen(seen, chat));
      }
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [userId, chat]);
}
