import type { QueryClient } from "@tanstack/react-query";
import { answerToFollow } from "#features/chat/data/answer-choice-rules.ts";
import { answerChoices } from "#features/chat/data/answer-choice-store.ts";
import { messagesKey } from "#features/chat/data/chat-keys.ts";
import type { LoadedMessages } from "#features/chat/data/chat-queries.ts";
import { loadedMessages, reachesNewest } from "#features/chat/data/message-pages-rules.ts";

/**
 * The answer that the next message of a chat goes on from, by what the page has loaded and what the person looks at;
 * null leaves it to the server, which takes the newest.
 */
export function followsIn(client: QueryClient, userId: string, chatId: string): string | null {
  const data = client.getQueryData<LoadedMessages>(messagesKey(userId, chatId));
  if (data === undefined || !reachesNewest(data)) return null;
  const messages = loadedMessages(data);
  const question = messages.findLast(({ role }) => role === "user");
  if (question === undefined) return null;
  const answers = messages
    .filter((message) => message.reply_to === question.id)
    .map(({ id, stopped_at }) => ({ id, isWhole: stopped_at === null }));
  const { looks, joint } = answerChoices(userId).get();
  return answerToFollow(answers, looks[question.id], joint[question.id]);
}
