import type { QueryClient } from "@tanstack/react-query";
import { messagesKey } from "#features/chat/data/chat-keys.ts";
import { chatQuery } from "#features/chat/data/chat-query.ts";
import { loadedMessages, reachesNewest } from "#features/chat/data/message-pages-rules.ts";
import type { LoadedMessages } from "#features/chat/data/paged-queries.ts";
import { answerToFollow, type Followed } from "./answer-choice-rules.ts";
import { answerChoices } from "./answer-choice-store.ts";

/**
 * The answer that the next message of a chat goes on from, by what the page has loaded and what the person views.
 * Null, which leaves it to the server, where the newest messages are not loaded, or no answer is.
 */
export function followedIn(client: QueryClient, userId: string, chatId: string): Followed | null {
  const data = client.getQueryData<LoadedMessages>(messagesKey(userId, chatId));
  if (data === undefined || !reachesNewest(data)) return null;
  const messages = loadedMessages(data);
  const question = messages.findLast(({ role }) => role === "user");
  if (question === undefined) return null;
  const replies = messages.filter((message) => message.reply_to === question.id);
  const answers = replies.map(({ id, stopped_at }) => ({ id, isWhole: stopped_at === null }));
  const { viewed, joint } = answerChoices(userId).get();
  const chosen = client.getQueryData(chatQuery(userId, chatId).queryKey)?.chosen_answer ?? null;
  const together = joint[question.id] ?? question.asked_together ?? undefined;
  return answerToFollow(answers, viewed[question.id], chosen, together);
}
