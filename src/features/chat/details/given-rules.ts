import type { Message } from "#contract";
import {
  type MessagePage,
  olderThan,
  type PageParam,
} from "#features/chat/data/message-pages-rules.ts";
import {
  followedAnswer,
  isInConversation,
  mergeMessages,
} from "#features/chat/data/message-rules.ts";
import { instant } from "#lib/timestamp.ts";

const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The newest page of what a model may have been given: from its question back, or from a later time. */
export function pageUpTo(createdAt: string): PageParam {
  return { from: "before", cursor: { createdAt, id: HIGHEST_ID } };
}

/** The page before one; undefined when that one holds the message where the memory begins, or the first of the chat. */
export function pageBefore(
  page: MessagePage,
  param: PageParam,
  contextFrom: string | null,
): PageParam | undefined {
  const isReached = page.messages.some(({ id }) => id === contextFrom);
  return isReached ? undefined : olderThan(page, param);
}

/**
 * What a model was given for a question, oldest first: from where its memory begins, every message of the person, and of
 * the replies to each the one that the conversation went on from: that which a later message follows, else the newest.
 * `declined`: how many messages were left out because a model had declined to answer them and none had answered.
 * @param loaded The messages up to the question and maybe later ones, as far back as they are loaded.
 * @param contextFrom The first message that was given; null for the first of the chat.
 * @param askedAt When the model was asked; null where that is not known.
 */
export function givenMessages(
  questionId: string,
  loaded: readonly Message[],
  contextFrom: string | null,
  askedAt: string | null,
): { given: Message[]; declined: number } {
  const all = mergeMessages(loaded).filter(isInConversation);
  const ordered = all.slice(0, all.findIndex(({ id }) => id === questionId) + 1);
  const follows = ordered.map((message) => message.follows);
  const answers = Map.groupBy(ordered, (message) => message.reply_to);
  const isFollowed = ({ id, reply_to }: Message) =>
    reply_to === null || followedAnswer(answers.get(reply_to) ?? [], ...follows)?.id === id;
  const isDeclined = ({ id, refused_at: at }: Message) =>
    at !== null &&
    id !== questionId &&
    !answers.has(id) &&
    (askedAt === null || instant(at) < instant(askedAt));
  const start = ordered.findIndex(({ id }) => id === contextFrom);
  const remembered = ordered.slice(Math.max(0, start)).filter(isFollowed);
  const given = remembered.filter((message) => !isDeclined(message));
  return { given, declined: remembered.length - given.length };
}
