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
  /** Whether the person stopped it, and so knows why there is no answer. */
  readonly stopped?: true;
};

/** What this page asks for an answer with. It has what the outbox keeps of a message; of a further answer, what that would be. */
export type Turn = OutboxEntry & {
  /** The question as the server holds it; null until it is known to. */
  readonly question: Message | null;
  /** The replies that are written about; absent for an ordinary answer. */
  readonly compares?: readonly string[];
};

// What is shown below a message that got no answer.
export const NOT_SENT = FALLBACKS.send_message;
export const CONNECTION_BROKE = "The connection broke.";
export const UNANSWERED = "No reply was written to this message.";
export const STOPPED_UNWRITTEN = "Stopped.";
/** Why a reply broke off whose question was there and is not any more. */
export const GONE = "This chat was deleted before the reply was complete.";

/** An answer of which the database could not be asked for so long may not be coming. */
export const UNREAD_AT_MOST_MS = CLAIM_DEAD_AFTER_SECONDS * 1000;

/** The turn of a message that is sent. */
export const turnOfEntry = (entry: OutboxEntry): Turn => ({ ...entry, question: null });

/** The turn of an answer to a question that the database holds. */
export function turnOfQuestion(
  question: Message,
  {
    answerId,
    model,
    compares,
  }: {
    readonly answerId: string;
    readonly model: ModelId | null;
    readonly compares?: readonly string[] | null;
  },
): Turn {
  const { id: messageId, chat_id: chatId, content } = question;
  const asOne = { order: 0, startsChat: false, waitsFor: null };
  const about = compares && { compares };
  return { ...asOne, messageId, answerId, chatId, content, model, question, ...about };
}

/** The answers that a message asks for together, its own first; null where it is the only one. */
export const askedWith = ({
  answerId,
  model,
  others,
}: OutboxEntry): readonly AskedAnswer[] | null =>
  others && model ? [{ answerId, model }, ...others] : null;

/** Why there is no answer, or not all of it. */
export type Failure = TurnFailure & {
  /** The answer's id; null where it is not known. */
  readonly id: string | null;
  /** The model that was asked; null for the chat's. */
  readonly model: ModelId | null;
  /** Whether the server holds its question. */
  readonly saved: boolean;
};
