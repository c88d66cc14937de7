import { chatQuery, messagesKey } from "#features/chat/data/chat-queries.ts";
import { loadedCopy } from "#features/chat/data/copies.ts";
import {
  type LoadedMessages,
  loadedMessages,
  reachesNewest,
} from "#features/chat/data/message-pages-rules.ts";
import { isInConversation } from "#features/chat/data/message-rules.ts";
import { queryClient } from "#lib/query-client.ts";
import { keptStore } from "#lib/store.ts";
import { answerToFollow, type Followed, parseChoices } from "./answer-choice-rules.ts";

/** Which of several answers a person views, kept in local storage and so in step with the other tabs. */
export const answerChoices = (userId: string) =>
  keptStore(`answer-choices:${userId}`, parseChoices);

/**
 * The answer that the next message of a chat goes on from, by what the page has loaded and what the person views.
 * Null, which leaves it to the server, where the newest messages are not loaded, or no answer is.
 */
export function followedIn(userId: string, chatId: string): Followed | null {
  const key = messagesKey(userId, chatId);
  const read = queryClient.getQueryData<LoadedMessages>(key);
  const data = read ?? (loadedCopy(key) as LoadedMessages | undefined);
  if (data === undefined || !reachesNewest(data)) return null;
  const messages = loadedMessages(data).filter(isInConversation);
  const question = messages.findLast(({ role }) => role === "user");
  if (question === undefined) return null;
  const replies = messages.filter((message) => message.reply_to === question.id);
  const answers = replies.map(({ id, stopped_at }) => ({ id, isWhole: stopped_at === null }));
  const viewed = answerChoices(userId).get()[question.id];
  // What is on the screen is a copy. What the person views there counts, and nothing else of it.
  if (read === undefined) {
    const follows = answers.find(({ id }) => id === viewed?.answerId)?.id;
    return follows === undefined ? null : { follows };
  }
  const chosen =
    queryClient.getQueryData(chatQuery(userId, chatId).queryKey)?.chosen_answer ?? null;
  return answerToFollow(answers, viewed, chosen, question.asked_together ?? undefined);
}
