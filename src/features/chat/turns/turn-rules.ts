import type { AskedAnswer, Message, OpenAnswer } from "#contract";
import { isComing } from "#features/chat/data/message-rules.ts";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import type { LimitSpan } from "#features/chat/models/limit-reason-rules.ts";
import type { FailureCode } from "#lib/functions-client.ts";
import { FALLBACKS } from "#lib/notices.ts";
import { instant } from "#lib/timestamp.ts";
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
export const CONNECTION_BROKE = "The connection broke.";
export const UNANSWERED = "No reply was written to this message.";
export const STOPPED_UNWRITTEN = "Stopped.";
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
  const entry = { messageId, order: 0, answerId, chatId, content, model, startsChat: false };
  return { ...entry, ...NEW_TRY, question };
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
  /** Whether the person stopped it, and so knows why there is no answer. */
  readonly stopped?: true;
  /** What had been written when it broke off. */
  readonly text?: string;
};

/** An answer that is no message yet, by all that this page knows. */
export type LiveAnswer = {
  readonly id: string;
  readonly questionId: string;
  readonly chatId: string;
  /** The model that was asked; null for the chat's. */
  readonly model: ModelId | null;
  /** The model that wrote the text that is there, where it is another one. */
  readonly writer: ModelId | null;
  /** Whether the server holds its question. */
  readonly isSaved: boolean;
  /** Whether it ends because the person has pressed Stop. */
  readonly isStopping: boolean;
  /** How it failed; null while it is on its way. */
  readonly failed: Failure | null;
  /** As the database wrote it; null for one that was asked for on this page. */
  readonly askedAt: string | null;
};

/** What is known of answers besides their rows. */
export type AnswerContext = {
  /** The answers that the person has stopped and that have not ended yet. */
  readonly stopping: ReadonlySet<string>;
  /** Whether the database could not be asked for so long that what runs elsewhere may not be coming. */
  readonly isUnread: boolean;
  /** Whether the open answers are being read: a question without an answer may have got one. */
  readonly isReading: boolean;
};

/**
 * The answers of a chat that are no messages yet: those that the database tells of, and those that only this page has
 * asked for. Each is there once, by whoever knows more of it. Those that have failed come first.
 * @param messages The loaded ones.
 * @param turns Those of this page.
 */
export function liveAnswers(
  messages: readonly Message[],
  openAnswers: readonly OpenAnswer[],
  turns: readonly Turn[],
  context: AnswerContext,
): readonly LiveAnswer[] {
  const isMessage = (answerId: string) => messages.some(({ id }) => id === answerId);
  const rows = openAnswers.filter((row) => !isOver(row, messages));
  const own = turns.filter(
    (turn) => !isMessage(turn.answerId) && !isOutdated(turn, messages, rows),
  );
  const elsewhere = rows.filter(({ id }) => own.every(({ answerId }) => answerId !== id));
  const all = [
    ...elsewhere
      .toSorted((left, right) => instant(left.asked_at) - instant(right.asked_at))
      .map((row) => answerOfRow(row, context)),
    ...own.map((turn) =>
      answerOfTurn(
        turn,
        rows.find(({ id }) => id === turn.answerId),
        context,
      ),
    ),
  ];
  return [...all.filter(({ failed }) => failed !== null), ...all.filter(({ failed }) => !failed)];
}

/**
 * Whether messages take the place of an open answer: the answer itself, or one of the same model that was asked for after
 * it and so after it had ended.
 */
function isOver(openAnswer: OpenAnswer, messages: readonly Message[]): boolean {
  const { id, question_id, model, asked_at } = openAnswer;
  return messages.some(
    (message) =>
      message.id === id ||
      (message.reply_to === question_id &&
        message.model === model &&
        !isComing(openAnswer) &&
        message.asked_at !== null &&
        instant(asked_at) < instant(message.asked_at)),
  );
}

/** Whether the server's rows tell more of a turn that has failed here. */
function isOutdated(
  turn: Turn,
  messages: readonly Message[],
  rows: readonly OpenAnswer[],
): boolean {
  if (turn.failure === null) return false;
  const row = rows.find(({ id }) => id === turn.answerId);
  if (row !== undefined && isComing(row)) return true;
  // Its chat is back.
  if (turn.failure.code === "gone") return row !== undefined;
  // What was taken for unsent is there after all.
  if (turn.question === null) return messages.some(({ id }) => id === turn.messageId);
  return row !== undefined && turn.failure.reason === CONNECTION_BROKE;
}

function answerOfRow(row: OpenAnswer, { stopping, isUnread }: AnswerContext): LiveAnswer {
  const { id, question_id: questionId, chat_id: chatId, model, content, asked_at: askedAt } = row;
  const writer = content !== null && row.writer !== model ? row.writer : null;
  const isStopping = stopping.has(id);
  const own = { id, questionId, chatId, model, writer, isSaved: true, isStopping, askedAt };
  const isEnded = !isComing(row);
  if (!isEnded && !isUnread) return { ...own, failed: null };
  const stopped = isEnded && (row.status === "stopped" || isStopping);
  const why = stopped
    ? STOPPED_UNWRITTEN
    : (row.reason ?? (content ? CONNECTION_BROKE : UNANSWERED));
  const reason = isEnded ? why : CONNECTION_BROKE;
  const about = { id, model, reason, retryable: true, saved: true, ...left(content) };
  return { ...own, failed: { ...about, ...(stopped && { stopped }) } };
}

function answerOfTurn(
  turn: Turn,
  row: OpenAnswer | undefined,
  { stopping }: AnswerContext,
): LiveAnswer {
  const { answerId: id, messageId: questionId, chatId, model, failure, question } = turn;
  const isSaved = question !== null;
  const isLeft = row?.content != null && !turn.hasText && row.writer !== model;
  const writer = isLeft ? row.writer : null;
  const own = { id, questionId, chatId, model, writer, isSaved, isStopping: stopping.has(id) };
  const failed = failure && {
    ...failure,
    id,
    model,
    saved: isSaved,
    ...left(row?.content ?? null),
  };
  return { ...own, failed, askedAt: null };
}

function left(text: string | null): { text?: string } {
  return text ? { text } : {};
}
