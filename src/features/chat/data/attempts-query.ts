import { queryOptions } from "@tanstack/react-query";
import { listAttempts } from "./attempts-api.ts";
import { attemptsKey } from "./chat-keys.ts";

/** The answers in a chat that are being written or broke off. */
export const attemptsQuery = (userId: string, chatId: string) =>
  queryOptions({
    queryKey: attemptsKey(userId, chatId),
    queryFn: ({ signal }) => listAttempts(chatId, signal),
  });
