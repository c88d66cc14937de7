import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { runningQuery } from "#features/chat/data/open-answers-queries.ts";
import { turnsOf } from "#features/chat/turns/use-turns.ts";
import { useStore } from "#lib/store.ts";

/** The ids of the chats in which an answer is on its way, whichever tab or device asked. */
export function useAnsweringChats(userId: string): ReadonlySet<string> {
  const turns = turnsOf(userId, useQueryClient());
  const byChat = useStore(turns.byChat, (all) => all);
  const { data: running } = useQuery({ ...runningQuery(userId), enabled: false });
  return useMemo(() => {
    const own = [...byChat.values()].flat();
    const others = (running ?? []).filter((row) => own.every(({ id }) => id !== row.id));
    const asking = own.filter(({ state }) => state !== "failed");
    return new Set([...others.map((row) => row.chat_id), ...asking.map(({ chatId }) => chatId)]);
  }, [byChat, running]);
}
