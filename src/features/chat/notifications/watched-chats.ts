import { useEffect, useSyncExternalStore } from "react";
import { listen } from "#lib/listen.ts";

const subscribe = (changed: () => void) => listen(document, ["visibilitychange"], changed);

/** Whether the page is visible, followed. */
export const useIsVisible = (): boolean => useSyncExternalStore(subscribe, () => !document.hidden);

const nameOf = (chatId: string) => `watched:${chatId}`;

/**
 * Tells all tabs that this chat is being watched, while the page is visible. A lock says so, which the browser releases
 * when its tab is gone, however that ended.
 */
export function useWatched(chatId: string): void {
  const isVisible = useIsVisible();
  useEffect(() => {
    if (!isVisible) return;
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    // Where there are no locks, a chat never counts as watched.
    const held = navigator.locks?.request(nameOf(chatId), { mode: "shared" }, () => promise);
    held?.catch(() => undefined);
    return () => letGo();
  }, [chatId, isVisible]);
}

/** Whether a visible tab shows this chat. */
export async function isWatched(chatId: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === nameOf(chatId));
}
