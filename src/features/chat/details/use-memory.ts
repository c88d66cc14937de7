import { useQuery } from "@tanstack/react-query";
import type { Message } from "#contract";
import { listMessages } from "#features/chat/data/chat-api.ts";
import { messagesKey } from "#features/chat/data/chat-queries.ts";
import { NEWEST } from "#features/chat/data/message-pages-rules.ts";
import { isFromPerson, isInConversation } from "#features/chat/data/message-rules.ts";
import type { Answer } from "#features/chat/turns/answer-rules.ts";
import { type Memory, memoryOf } from "./memory-rules.ts";

/**
 * Where the model's memory of a chat begins. The newest reply is read where the reader has scrolled so far up that it is
 * not loaded.
 * @param messages The loaded ones, oldest first; undefined before they are.
 */
export function useMemory(
  { userId, chatId }: { userId: string; chatId: string },
  messages: readonly Message[] | undefined,
  reachesNewest: boolean,
  answers: readonly Answer[],
): Memory | null {
  const isLoaded = messages === undefined || reachesNewest;
  const { data: read } = useQuery({
    // Below the messages' key, so that it is read again when they are.
    queryKey: [...messagesKey(userId, chatId), "newest"],
    queryFn: ({ signal }) => listMessages(chatId, NEWEST, signal),
    enabled: !isLoaded,
  });
  const isReply = (message: Message) => !isFromPerson(message) && isInConversation(message);
  const newest = isLoaded ? messages?.findLast(isReply) : read?.messages.find(isReply);
  return memoryOf(newest ?? null, answers);
}
