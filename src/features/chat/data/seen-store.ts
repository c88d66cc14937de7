import { useEffect } from "react";
import type { Chat } from "#contract";
import { readJson, writeJson } from "#lib/storage.ts";
import { createStore, type Store, useStore } from "#lib/store.ts";
import { parseSeen, type SeenChats, withSeen } from "./seen-rules.ts";

type SeenStore = Pick<Store<SeenChats>, "get" | "subscribe"> & {
  readonly change: (change: (seen: SeenChats) => SeenChats) => void;
};

const stores = new Map<string, SeenStore>();

/** What a person has seen in this browser, kept in local storage and so in step with the other tabs. */
export function seenStore(userId: string): SeenStore {
  const store = stores.get(userId) ?? createSeenStore(`seen-chats:${userId}`);
  stores.set(userId, store);
  return store;
}

export const useSeen = (userId: string): SeenChats => useStore(seenStore(userId), (seen) => seen);

function createSeenStore(key: string): SeenStore {
  const stored = () => parseSeen(readJson(key));
  const store = createStore(stored());
  window.addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) store.set(stored());
  });
  return {
    get: store.get,
    subscribe: store.subscribe,
    change(change) {
      const changed = change(store.get());
      if (changed === store.get()) return;
      writeJson(key, changed);
      store.set(changed);
    },
  };
}

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
