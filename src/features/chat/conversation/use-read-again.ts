import { useQuery, useQueryClient } from "@tanstack/react-query";
import { readChat } from "#features/chat/data/chat-api.ts";
import { refreshChat } from "#features/chat/data/chat-channel.ts";
import { CLAIM_RENEWAL_SECONDS } from "#time-limits";

/** The first pauses: together a little longer than 'Undo' is offered on another device. */
const AT_FIRST_MS = [1_000, 2_000, 3_000, 5_000];
const EVERY_MS = 15_000;
/** Together ten minutes: for so long another device may undo the deletion. */
const TIMES = 44;
/** After this time a function whose chat was deleted has handed over the rest of its text. */
const HANDED_OVER_AFTER_MS = (CLAIM_RENEWAL_SECONDS + 1) * 1000;

/** Asks again and again whether a chat that was found deleted is back, while the page is visible, and shows it then. */
export function useReadAgain(userId: string, chatId: string): void {
  const client = useQueryClient();
  useQuery({
    queryKey: ["gone-chat", userId, chatId],
    queryFn: async ({ signal }) => {
      const isBack = (await readChat(chatId, signal)) !== null;
      if (isBack) {
        refreshChat(client, { userId, chatId });
        setTimeout(refreshChat, HANDED_OVER_AFTER_MS, client, { userId, chatId });
      }
      return isBack;
    },
    // It has just been read.
    initialData: false,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      const times = state.dataUpdateCount + state.errorUpdateCount;
      return state.data || times >= TIMES ? false : (AT_FIRST_MS[times] ?? EVERY_MS);
    },
  });
}
