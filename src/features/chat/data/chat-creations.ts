import { createStore, useStore } from "#lib/store.ts";

/** The chats that the page shows under an id of its own, and that the server is still creating. */
const creations = createStore<ReadonlyMap<string, Promise<unknown>>>(new Map());

/** Remembers that a chat is being created, until that has ended. */
export function trackCreation(chatId: string, creation: Promise<unknown>): void {
  creations.set(new Map(creations.get()).set(chatId, creation));
  const forget = () => {
    creations.set(new Map([...creations.get()].filter(([id]) => id !== chatId)));
  };
  creation.then(forget, forget);
}

/** The chats that are being created. */
export function chatsInCreation(): readonly string[] {
  return [...creations.get().keys()];
}

/** Resolves when the chat has been created, at once for one that is not being created. Rejects as its creation does. */
export async function untilCreated(chatId: string): Promise<void> {
  await creations.get().get(chatId);
}

/** Whether the server is still creating a chat, followed. */
export function useIsBeingCreated(chatId: string): boolean {
  return useStore(creations, (all) => all.has(chatId));
}
