import type { Message, MessagesLeft } from "#contract";
import { isInConversation } from "#features/chat/data/message-rules.ts";
import { messagesLeftNote } from "#features/chat/models/messages-left-rules.ts";
import { type Answer, isReplaced, isSameKind } from "#features/chat/turns/answer-rules.ts";
import { isStored } from "./answers-rules.ts";
import { type Comparison, rowOf } from "./row-rules.ts";

/**
 * What models wrote and write about replies, the stored ones first.
 * @param messages Oldest first, the replies among them.
 * @param answers Of the chat, in the order in which they were asked for.
 */
export function comparisonsIn(
  messages: readonly Message[],
  answers: readonly Answer[],
): readonly Comparison[] {
  const stored = messages.filter((message) => !isInConversation(message));
  const others = answers.filter((answer) => answer.compares && !isReplaced(answer, stored));
  if (stored.length + others.length === 0) return [];
  const byId = new Map(messages.map((message) => [message.id, message]));
  return [...stored, ...others].map((each) => {
    const compares = each.compares ?? [];
    const replies = compares.flatMap((id) => {
      const { model, content } = byId.get(id) ?? {};
      return content === undefined ? [] : [{ id, model: model ?? null, content }];
    });
    const answer = isStored(each) ? null : each;
    const row = rowOf(each);
    // What is being written is read where it arrives.
    const content = answer?.failed === null ? "" : row.content;
    return Object.assign(row, { content, compares, replies, answer });
  });
}

/** Without those that were stopped and asked for again. */
export const withoutRetried = (comparisons: readonly Comparison[]): readonly Comparison[] =>
  comparisons.filter(
    (one, index) =>
      !one.isStopped ||
      !comparisons
        .slice(index + 1)
        .some(
          (later) => later.failure === null && later.model === one.model && isSameKind(later, one),
        ),
  );

/** What the menu says where few messages remain; null where there are enough. */
export function compareNote(
  remaining: MessagesLeft | null,
  now: number,
  timeZone?: string,
): string | null {
  const note = messagesLeftNote(remaining, now, timeZone);
  return note === null ? null : `It counts as one message. ${note}.`;
}
