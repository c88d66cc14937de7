import { useQuery, useQueryClient } from "@tanstack/react-query";
import { readChat } from "#features/chat/data/chat-api.ts";
import { refreshChat } from "#features/chat/data/chat-channel.ts";

const EVERY_MS = 15_000;
/** Together ten minutes: for so long another device may undo the deletion. */
const TIMES = 40;

/** Looks now and then whether a chat that was found deleted is there again, while the page is seen. Reads it then. */
export function useLookAgain(userId: string, chatId: string): void {
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
