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
import type { ModelId } from "#models";

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
 * `declined`: how many messages were left out because a model had declined to answer there: this one, which has not
 * answered since, or another, and none has.
 * @param loaded The messages up to the question and maybe later ones, as far back as they are loaded.
 * @param contextFrom The first message that was given; null for the first of the chat.
 * @param askedAt When the model was asked; null where that is not known.
 * @param model Which one was asked; null where that is not known.
 */
export function givenMessages(
  questionId: string,
  loaded: readonly Message[],
  contextFrom: string | null,
  askedAt: string | null,
  model: ModelId | null,
): { given: Message[]; declined: number } {
  const all = mergeMessages(loaded).filter(isInConversation);
  const ordered = all.slice(0, all.findIndex(({ id }) => id === questionId) + 1);
  const follows = ordered.map((message) => message.follows);
  const answers = Map.groupBy(ordered, (message) => message.reply_to);
  const isFollowed = ({ id, reply_to }: Message) =>
    reply_to === null || followedAnswer(answers.get(reply_to) ?? [], ...follows)?.id === id;
  const isDeclined = ({ id, refusals }: Message) => {
    const by = Object.entries(refusals ?? {})
      .filter(([, at]) => askedAt === null || instant(at) < instant(askedAt))
      .map(([name]) => name);
    const counts = ({ model: writer }: Message) =>
      model === null || writer === model || !by.includes(model);
    return id !== questionId && by.length > 0 && !answers.get(id)?.some(counts);
  };
  const declined = new Set(ordered.filter(isDeclined).map(({ id }) => id));
  const start = ordered.findIndex(({ id }) => id === contextFrom);
  const remembered = ordered.slice(Math.max(0, start)).filter(isFollowed);
  const given = remembered.filter(({ id, reply_to }) => !declined.has(reply_to ?? id));
  return { given, declined: remembered.length - given.length };
}
