import type { QueryClient } from "@tanstack/react-query";
import { onOtherTabs } from "#features/chat/data/chat-channel.ts";
import { turnsOf } from "./turns-of.ts";

/**
 * Keeps the page in step with what a person does in other tabs and on other devices: reads again what has changed, and
 * which answers are being written. Returns a function that ends it.
 */
export function followElsewhere(userId: string, client: QueryClient): () => void {
  const end = new AbortController();
  const readRunning = () => {
    if (!document.hidden) turnsOf(userId, client).readRunning();
  };
  onOtherTabs(client, userId, readRunning, end);
  // The browser's back/forward cache, where a page hears of no change.
  const onShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return;
    void client.invalidateQueries();
    readRunning();
  };
  // What was asked and answered elsewhere meanwhile. When the page is seen again, the cache does so itself.
  const onFocus = () => {
    void client.refetchQueries({ type: "active", stale: true }, { cancelRefetch: false });
    readRunning();
  };
  window.addEventListener("pageshow", onShow, end);
  window.addEventListener("focus", onFocus, end);
  document.addEventListener("visibilitychange", readRunning, end);
  return () => end.abort();
}
