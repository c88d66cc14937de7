import { useQuery } from "@tanstack/react-query";
import type { Attempt, Message } from "#contract";
import { newestReplyQuery } from "#features/chat/data/chat-queries.ts";
import { useBegunAnswer } from "#features/chat/data/standing-store.ts";
import { type Memory, memoryOf } from "./memory-rules.ts";
import { isFromPerson } from "./text-rules.ts";

const NO_ATTEMPTS: readonly Attempt[] = [];

/**
 * Where the model's memory of a chat begins. The newest reply is read where the reader has scrolled so far up that it is
 * not loaded.
 * @param messages The loaded ones, oldest first; undefined before they are.
 */
export function useMemory(
  { userId, chatId }: { userId: string; chatId: string },
  messages: readonly Message[] | undefined,
  reachesNewest: boolean,
  attempts: readonly Attempt[] = NO_ATTEMPTS,
): Memory | null {
  const begun = useBegunAnswer(userId, chatId);
  const isLoaded = messages === undefined || reachesNewest;
  const { data: read } = useQuery({ ...newestReplyQuery(userId, chatId), enabled: !isLoaded });
  const loaded = messages?.findLast((message) => !isFromPerson(message));
  return memoryOf((isLoaded ? loaded : read) ?? null, begun ?? null, attempts);
}
