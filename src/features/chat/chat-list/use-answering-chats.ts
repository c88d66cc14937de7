import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { isRunning } from "#features/chat/turns/turn-flow.ts";
import { turnsOf } from "#features/chat/turns/turns-of.ts";
import { useStore } from "#lib/store.ts";

/**
 * The ids of the chats in which an answer is being written, whichever tab or device asked.
 * @param isListed Whether the chats are on the screen: they are read first.
 */
export function useAnsweringChats(userId: string, isListed: boolean): ReadonlySet<string> {
  const turns = turnsOf(userId, useQueryClient());
  useEffect(() => {
    if (isListed && !document.hidden) turns.readRunning();
  }, [turns, isListed]);
  const byChat = useStore(turns.byChat, (all) => all);
  const elsewhere = useStore(turns.answeringElsewhere, (all) => all);
  return useMemo(() => {
    const isAnswering = (chatId: string) =>
      byChat.get(chatId)?.some(({ state }) => isRunning(state)) ?? false;
    return new Set([...elsewhere, ...[...byChat.keys()].filter(isAnswering)]);
  }, [byChat, elsewhere]);
}
