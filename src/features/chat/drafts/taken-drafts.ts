import { createStore, useStore } from "#lib/store.ts";

// What was typed in a chat goes with it when the person deletes it. A tab in which the chat is open hears of that here,
// so that it can keep the text.

type Taken = { readonly userId: string; readonly chatId: string; readonly content: string };

const heard = createStore<readonly Taken[]>([]);
const isOf = (userId: string, chatId: string) => (taken: Taken) =>
  taken.userId === userId && taken.chatId === chatId;

const channel = new BroadcastChannel("deleted-chats");
channel.addEventListener("message", ({ data }: MessageEvent<Taken>) => {
  forgetTaken(data.userId, data.chatId);
  if (data.content !== "") heard.set([...heard.get(), data]);
});

/** Tells the other tabs what was typed in a chat that this one deletes; an empty text when it is back. */
export function tellTaken(userId: string, chatId: string, content: string): void {
  channel.postMessage({ userId, chatId, content } satisfies Taken);
}

/** What was typed in a chat that another tab has deleted; empty when nothing was. Follows what is heard. */
export function useTaken(userId: string, chatId: string): string {
  return useStore(heard, (all) => all.find(isOf(userId, chatId))?.content ?? "");
}

/** Forgets what was heard of a chat. */
export function forgetTaken(userId: string, chatId: string): void {
  const isGone = isOf(userId, chatId);
  if (heard.get().some(isGone)) heard.set(heard.get().filter((taken) => !isGone(taken)));
}
