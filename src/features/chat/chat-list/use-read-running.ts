import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useOtherTabs } from "#features/chat/data/chat-channel.ts";

/**
 * Finds out which answers are being written for a person: when the page opens, when its reader comes back to it, and
 * when another tab has changed a chat.
 * @param isListed Whether the chats are on the screen. They do not wait for the code that does it.
 */
export function useReadRunning(userId: string, isListed: boolean): void {
  const client = useQueryClient();
  const read = useCallback(() => {
    if (document.hidden) return;
    const load = async () => {
      const { turnsOf } = await import("#features/chat/turns/turns-of.ts");
      turnsOf(userId, client).readRunning();
    };
    // The next event asks again.
    load().catch(() => undefined);
  }, [userId, client]);
  useOtherTabs(userId, read);
  useEffect(() => {
    if (!isListed) return;
    const first = setTimeout(read);
    // What was asked and answered elsewhere meanwhile. When the page is seen again, the cache does so itself.
    const readAgain = () => {
      void client.refetchQueries({ type: "active", stale: true }, { cancelRefetch: false });
      read();
    };
    window.addEventListener("focus", readAgain);
    document.addEventListener("visibilitychange", read);
    return () => {
      clearTimeout(first);
      window.removeEventListener("focus", readAgain);
      document.removeEventListener("visibilitychange", read);
    };
  }, [client, read, isListed]);
}
