import { queryOptions } from "@tanstack/react-query";
import { chatKey } from "./chat-keys.ts";

/**
 * One chat; null when it does not exist or belongs to another person. A file of its own, which imports the network code
 * only to read: the header uses it on the first page, before anything else of a chat is loaded.
 */
export const chatQuery = (userId: string, chatId: string) =>
  queryOptions({
    queryKey: chatKey(userId, chatId),
    queryFn: async ({ signal }) => {
      const api = await import("./chat-api.ts");
      return api.readChat(chatId, signal);
    },
  });
