import { queryOptions } from "@tanstack/react-query";
import { openAnswersKey } from "./chat-keys.ts";
import { listOpenAnswers } from "./open-answers-api.ts";

/** The answers in a chat that are no messages yet. */
export const openAnswersQuery = (userId: string, chatId: string) =>
  queryOptions({
    queryKey: openAnswersKey(userId, chatId),
    queryFn: ({ signal }) => listOpenAnswers(chatId, signal),
  });
