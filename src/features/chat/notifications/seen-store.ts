import { useEffect } from "react";
import type { Chat } from "#contract";
import { changeChat } from "#features/chat/data/chat-api.ts";
import { upsertChanged } from "#features/chat/data/chat-cache.ts";
import { RequestError } from "#lib/functions-client.ts";
import { listen } from "#lib/listen.ts";
import { createStore } from "#lib/store.ts";
import { instant } from "#lib/timestamp.ts";
import { isoMoment, isUnseen, type SeenHere } from "./seen-rules.ts";
import { useIsVisible } from "./watched-chats.ts";

/** What was on the screen in this browser since this page was opened. The server hears of it a little later. */
export const seenHere = createStore<SeenHere>(new Map());

/** Replies that end one after the other are told of once. */
const TOLD_AFTER_MS = 1_000;

type Seen = { readonly userId: string; readonly chatId: string; readonly seen: string };

/** What the server is still to be told, by the ids of the chats. */
const untold = new Map<string, Seen>();
let timer: ReturnType<typeof setTimeout> | undefined;
let opened: BroadcastChannel | undefined;

function note({ chatId, seen }: Seen) {
  seenHere.set(new Map([...seenHere.get(), [chatId, seen]]));
}

/** Follows what the other tabs show. Returns a function that ends this. */
export function followSeen(): () => void {
  const over = new AbortController();
  const onSeen = ({ data }: MessageEvent<Seen>) => note(data);
  channel().addEventListener("message", onSeen, over);
  return () => over.abort();
}

const channel = () => (opened ??= new BroadcastChannel("seen"));

/** What cannot be told now is told with the next, or when the network is back. */
function tell() {
  clearTimeout(timer);
  timer = undefined;
  for (const one of untold.values()) void tellOf(one);
}

async function tellOf(one: Seen): Promise<void> {
  const { userId, chatId, seen } = one;
  untold.delete(chatId);
  try {
    upsertChanged(userId, await changeChat(userId, { chatId, seen }));
  } catch (error) {
    const isLost = error instanceof RequestError && !error.retryable;
    if (!isLost && !untold.has(chatId)) untold.set(chatId, one);
  }
}

/** Counts the answers of a chat up to this moment as seen, on all devices. */
export function markSeen(userId: string, chatId: string, at: string): void {
  if (instant(at) <= instant(seenHere.get().get(chatId))) return;
  const seen = { userId, chatId, seen: isoMoment(at) };
  note(seen);
  channel().postMessage(seen);
  untold.set(chatId, seen);
  timer ??= setTimeout(tell, TOLD_AFTER_MS);
}

/** Counts the newest answer of the open chat as seen while the page is visible, on all devices. */
export function useMarkSeen(userId: string, chat: Chat | null | undefined): void {
  const isVisible = useIsVisible();
  useEffect(() => {
    if (!isVisible || !chat?.last_answer_at || !isUnseen(seenHere.get(), chat)) return;
    markSeen(userId, chat.id, chat.last_answer_at);
  }, [userId, chat, isVisible]);
  // Whoever leaves is likely to look elsewhere.
  useEffect(() => {
    const ends = [
      listen(document, ["visibilitychange"], tell),
      listen(window, ["online"], tell),
      tell,
    ];
    return () => ends.forEach((end) => end());
  }, []);
}
