import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { isRunning } from "#features/chat/turns/turn-flow.ts";
import type { Turns } from "#features/chat/turns/turns.ts";
import { createStore, useStore } from "#lib/store.ts";

type Followed = Pick<Turns, "byChat" | "answeringElsewhere"> & {
  readonly isRunning: typeof isRunning;
};

const NO_TURNS: Followed = {
  byChat: createStore(new Map()),
  answeringElsewhere: createStore<ReadonlySet<string>>(new Set()),
  isRunning: () => false,
};

/**
 * The ids of the chats in which an answer is being written, whichever tab or device asked.
 * @param isListed Whether the chats are on the screen. They do not wait for the code of the turns.
 */
export function useAnsweringChats(userId: string, isListed: boolean): ReadonlySet<string> {
  const client = useQueryClient();
  const [followed, setFollowed] = useState(NO_TURNS);
  useEffect(() => {
    if (!isListed) return;
    let isCurrent = true;
    const load = async () => {
      const [{ turnsOf }, { isRunning }] = await Promise.all([
        import("#features/chat/turns/turns-of.ts"),
        import("#features/chat/turns/turn-flow.ts"),
      ]);
      if (!isCurrent) return;
      const { byChat, answeringElsewhere, readRunning } = turnsOf(userId, client);
      setFollowed({ byChat, answeringElsewhere, isRunning });
      if (!document.hidden) readRunning();
    };
    // Not in the task that puts the chats on the screen.
    const timer = setTimeout(() => void load().catch(() => undefined));
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [userId, client, isListed]);
  const byChat = useStore(followed.byChat, (all) => all);
  const elsewhere = useStore(followed.answeringElsewhere, (all) => all);
  return useMemo(() => {
    const isAnswering = (chatId: string) =>
      byChat.get(chatId)?.some(({ state }) => followed.isRunning(state)) ?? false;
    return new Set([...elsewhere, ...[...byChat.keys()].filter(isAnswering)]);
  }, [byChat, elsewhere, followed]);
}
