import type { AskedAnswer, Message } from "#contract";
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
  /** Of a call that the server refused. "gone": its chat was deleted meanwhile. It may come back. */
  readonly code?: FailureCode;
  readonly status?: number;
  /** Of a call that was refused by a limit: how long that lasts. */
  readonly limit?: LimitSpan;
};

/**
 * A question and one answer to it that this page has asked for, until the server's own rows tell of the answer. It has
 * what the outbox keeps of a message; of a further answer, what that would be.
 */
export type Turn = OutboxEntry & {
  /** The question as the server holds it; null until it is known to. */
  readonly question: Message | null;
  /** Why it failed: the server did not take it, or nobody knows whether it did. Null until it has. */
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
export const GONE = "This chat was deleted before the reply was complete.";

/** An answer of which the database could not be asked for so long may not be coming. */
export const UNREAD_AT_MOST_MS = CLAIM_DEAD_AFTER_SECONDS * 1000;

export const NEW_TRY = { failure: null, isBegun: false, hasText: false } as const;

/** The turn of a message that is sent. */
export const turnOfEntry = (entry: OutboxEntry): Turn => ({ ...entry, ...NEW_TRY, question: null });

/** The turn of an answer to a question that the database holds. */
export function turnOfQuestion(
  question: Message,
  { answerId, model }: { readonly answerId: string; readonly model: ModelId | null },
): Turn {
  const { id: messageId, chat_id: chatId, content } = question;
  const entry = { messageId, answerId, chatId, content, model, startsChat: false };
  return { ...entry, ...NEW_TRY, question };
}

/** The answers that a message asks for together, its own first; null where it is the only one. */
export const askedWith = ({
  answerId,
  model,
  others,
}: OutboxEntry): readonly AskedAnswer[] | null =>
  others && model ? [{ answerId, model }, ...others] : null;
