import { queryOptions } from "@tanstack/react-query";

/**
 * One chat; null when it is not there, or not the person's. It stands alone, and fetches what it reads with when it
 * reads: the header asks for it before anything else of a chat is needed.
 */
export const chatQuery = (userId: string, chatId: string) =>
  queryOptions({
    queryKey: ["chat", userId, chatId],
    queryFn: async ({ signal }) => {
      const { readChat } = await import("./chat-api.ts");
      return readChat(chatId, signal);
    },
  });
