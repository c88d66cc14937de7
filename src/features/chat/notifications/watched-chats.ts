import { useEffect } from "react";

const nameOf = (chatId: string) => `watched:${chatId}`;

/**
 * Tells all tabs that this chat is being watched, while the page is visible. A lock says so, which the browser releases
 * when its tab is gone, however that ended.
 */
export function useWatched(chatId: string): void {
  useEffect(() => {
    let letGo: (() => void) | undefined;
    const update = () => {
      if (document.hidden) {
        letGo?.();
        letGo = undefined;
      } else letGo ??= hold(nameOf(chatId));
    };
    update();
    document.addEventListener("visibilitychange", update);
    return () => {
      document.removeEventListener("visibilitychange", update);
      letGo?.();
    };
  }, [chatId]);
}

/** Whether a visible tab shows this chat. */
export async function isWatched(chatId: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === nameOf(chatId));
}

function hold(name: string): () => void {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  // Where there are no locks, a chat never counts as watched.
  navigator.locks?.request(name, { mode: "shared" }, () => held).catch(() => undefined);
  return () => letGo();
}
