import type { AskedAnswer, Message, OpenAnswer } from "#contract";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import type { LimitSpan } from "#features/chat/models/limit-reason-rules.ts";
import type { FailureCode } from "#lib/functions-client.ts";
import { FALLBACKS } from "#lib/notices.ts";
import type { ModelId } from "#models";
import { CLAIM_DEAD_AFTER_SECONDS } from "#time-limits";

/** Why a turn got no answer. */
export type TurnFailure = {
  readonly reason: string;
  readonly retryable: boolean;
  /** Whether its chat was deleted meanwhile. It may come back. */
  readonly isGone?: true;
  /** Of a call that was refused by a limit: how long that lasts. */
  readonly limit?: LimitSpan;
};

/**
 * A question and one answer to it that this page has asked for, until the server's own rows tell of the answer.
 * `asking`: the request is on its way, or the answer is streamed. `lost`: the connection broke, and the database is asked
 * what became of it. `failed`: the server did not take it, or nobody knows whether it did.
 */
export type Turn = {
  /** The answer's id. */
  readonly id: string;
  readonly questionId: string;
  readonly chatId: string;
  readonly content: string;
  /** Null leaves the choice to the chat. */
  readonly model: ModelId | null;
  readonly startsChat: boolean;
  /** The answer to the question before that the question goes on from; null leaves it to the server. */
  readonly follows: string | null;
  /** Whether one that was chosen on another device comes before `follows`. */
  readonly unlessChosen?: true;
  /** The answers that are asked for together with this one, and this one. */
  readonly together?: readonly AskedAnswer[];
  /** The question as the server holds it; null until it is known to. */
  readonly question: Message | null;
  readonly state: "asking" | "lost" | "failed";
  /** Why it failed; null until it has. */
  readonly failure: TurnFailure | null;
  /** Whether the server has said that it has begun this try. */
  readonly isBegun: boolean;
  /** Whether some text of this try is there. */
  readonly hasText: boolean;
};

// What is shown below a message that got no answer.
export const NOT_SENT = FALLBACKS.send_message;
export const CONNECTION_LOST = "The connection was lost before the reply was complete.";
export const BROKEN_OFF = "This reply broke off before it was complete.";
export const UNANSWERED = "No reply was written to this message.";
export const STOPPED_UNWRITTEN = "You stopped this before a reply was written.";
/** Why a reply broke off whose question was there and is not any more. */
const GONE = "This chat was deleted before the reply was complete.";

const NEW_TRY = { state: "asking", failure: null, isBegun: false, hasText: false } as const;

/** The turn of a message that is sent. */
export function turnOfEntry(entry: OutboxEntry): Turn {
  const { messageId: questionId, answerId: id, chatId, content, model, startsChat } = entry;
  const { follows = null, unlessChosen, others } = entry;
  return {
    ...NEW_TRY,
    id,
    questionId,
    chatId,
    content,
    model,
    startsChat,
    follows,
    ...(unlessChosen && { unlessChosen }),
    ...(others && model && { together: [{ answerId: id, model }, ...others] }),
    question: null,
  };
}

/** The turn of an answer to a question that the database holds. */
export function turnOfQuestion(
  question: Message,
  { answerId: id, model }: { readonly answerId: string; readonly model: ModelId | null },
): Turn {
  const { id: questionId, chat_id: chatId, content, follows, asked_together: together } = question;
  const own = { ...NEW_TRY, id, questionId, chatId, content, model, startsChat: false, follows };
  return { ...own, ...(together && { together }), question };
}

/** Another try of a turn, with this model. */
export function againOf(turn: Turn, model: ModelId | null): Turn {
  return { ...turn, ...NEW_TRY, model };
}

/** Whether a turn's answer is one of those that were asked for together. */
export function isOneOfTogether({ together, id }: Turn): boolean {
  return together?.some(({ answerId }) => answerId === id) ?? false;
}

/** A turn's message, as the outbox keeps it. */
export function outboxEntryOf(turn: Turn): OutboxEntry {
  const { questionId: messageId, id: answerId, chatId, content, model, startsChat } = turn;
  const { follows, unlessChosen } = turn;
  const followed = follows === null ? {} : { follows, ...(unlessChosen && { unlessChosen }) };
  return { messageId, answerId, chatId, content, model, startsChat, ...followed };
}

/** What a turn keeps of a call that was refused. */
export function turnFailureOf(call: TurnFailure & { readonly code: FailureCode }): TurnFailure {
  const { reason, retryable, code, limit } = call;
  return { reason, retryable, ...(code === "gone" && { isGone: true }), ...(limit && { limit }) };
}

/** What the database holds of a question, the replies to it, and its open answers. */
export type ReadTurn = {
  readonly question: Message | null;
  readonly replies: readonly Message[];
  readonly openAnswers: readonly OpenAnswer[];
};

/** What became of a turn whose connection was lost; null where it is to be asked again. */
export type Verdict =
  | { readonly kind: "answered"; readonly reply: Message }
  /** The server's row tells the rest: it is on its way, or it has ended. */
  | { readonly kind: "open"; readonly openAnswer: OpenAnswer }
  | ({ readonly kind: "failed" } & TurnFailure)
  | null;

/** An answer of which the database could not be asked for so long may not be coming. */
export const UNREAD_AT_MOST_MS = CLAIM_DEAD_AFTER_SECONDS * 1000;

/**
 * Decides what became of a turn whose connection was lost.
 * @param read What the database holds; null when it could not be read.
 * @param lostForMs Since when, in milliseconds.
 */
export function verdictOf(turn: Turn, read: ReadTurn | null, lostForMs: number): Verdict {
  const failed = (reason: string) => ({ kind: "failed", reason, retryable: true }) as const;
  const isSaved = turn.question !== null;
  // Nothing tells that the server has heard of it: it can be tried again at once.
  const isUnheard = isSaved && !turn.isBegun;
  if (read === null) {
    if (!isSaved) return failed(NOT_SENT);
    return isUnheard || lostForMs >= UNREAD_AT_MOST_MS ? failed(CONNECTION_LOST) : null;
  }
  const reply = read.replies.find(({ id }) => id === turn.id);
  if (reply !== undefined) return { kind: "answered", reply };
  if (read.question === null) return isSaved ? { ...failed(GONE), isGone: true } : failed(NOT_SENT);
  const openAnswer = read.openAnswers.find(({ id }) => id === turn.id);
  if (openAnswer?.status === "failed" && openAnswer.reason === null && isUnheard)
    return failed(CONNECTION_LOST);
  if (openAnswer !== undefined) return { kind: "open", openAnswer };
  // The open answers were read first, and the question may have been stored since.
  return lostForMs > 0 ? failed(isUnheard ? CONNECTION_LOST : UNANSWERED) : null;
}
