import { queryOptions } from "@tanstack/react-query";

/**
 * One chat; null when it does not exist or belongs to another person. A file of its own, which imports the network code
 * only to read: the header uses it on the first page, before anything else of a chat is loaded.
 */
export const chatQuery = (userId: string, chatId: string) =>
  queryOptions({
    queryKey: ["chat", userId, chatId],
    queryFn: async ({ signal }) => {
      const { readChat } = await import("./chat-api.ts");
      return readChat(chatId, signal);
    },
  });
