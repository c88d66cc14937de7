import { useQuery, useQueryClient } from "@tanstack/react-query";
import { readChat } from "#features/chat/data/chat-api.ts";
import { refreshChat } from "#features/chat/data/chat-channel.ts";

const EVERY_MS = 15_000;
/** Together ten minutes: for so long another device may undo the deletion. */
const TIMES = 40;

/** Asks every 15 s whether a chat that was found deleted is back, while the page is visible, and shows it then. */
export function useReadAgain(userId: string, chatId: string): void {
  const client = useQueryClient();
  useQuery({
    queryKey: ["gone-chat", userId, chatId],
    queryFn: async ({ signal }) => {
      const isBack = (await readChat(chatId, signal)) !== null;
      if (isBack) refreshChat(client, { userId, chatId });
      return isBack;
    },
    // It has just been read.
    initialData: false,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data === true || state.dataUpdateCount + state.errorUpdateCount >= TIMES
        ? false
        : EVERY_MS,
  });
}
