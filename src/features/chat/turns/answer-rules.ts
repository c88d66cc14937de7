import type { Message, OpenAnswer } from "#contract";
import { isComing } from "#features/chat/data/message-rules.ts";
import { instant } from "#lib/timestamp.ts";
import type { ModelId } from "#models";
import {
  CONNECTION_BROKE,
  STOPPED_UNWRITTEN,
  type Turn,
  type TurnFailure,
  UNANSWERED,
} from "./turn-rules.ts";

/** An answer that is no message yet, by all that this page knows. */
export type Answer = {
  readonly id: string;
  readonly questionId: string;
  readonly chatId: string;
  /** The model that was asked; null for the chat's. */
  readonly model: ModelId | null;
  /** The model that wrote the text that is there, where it is another one. */
  readonly writer: ModelId | null;
  /** Whether the server holds its question. */
  readonly isSaved: boolean;
  /** Whether the server has begun this try. Before that it is asked for, by whichever page. */
  readonly isBegun: boolean;
  /** Whether this page asks for it or is sent it. All others are read. */
  readonly isHere: boolean;
  /** Whether it ends because the person has pressed Stop. */
  readonly isStopping: boolean;
  /** How it failed or was stopped; null while it is on its way. */
  readonly failed: TurnFailure | null;
  /** As the database wrote it; null for one that was asked for on this page. */
  readonly askedAt: string | null;
  /** The replies that it is about, and how many tokens of them its model was given; null for an ordinary one. */
  readonly compares: readonly string[] | null;
  readonly comparedTokens: number | null;
  /** Where the memory of its model begins; null for the whole conversation. */
  readonly contextFrom: string | null;
  /** The id of the instructions that its model was given; null for none, and before its row was read. */
  readonly instructionsId: string | null;
  /** What this page has asked with, as long as it knows more of it than the server's row tells. */
  readonly turn: Turn | null;
  /** Whether this page does what follows from its end. */
  readonly isAwaited: boolean;
  readonly text: string;
  /** Whether that is of this try, and not left by an earlier one. */
  readonly hasText: boolean;
  /** Which text it is, as the server counts them; null where it was sent to this page. */
  readonly textId: number | null;
};

/** Answers that are no messages yet, by their ids. */
export type AnswersById = ReadonlyMap<string, Answer>;

/** What becomes of an answer. The stream and the reads only tell it; `nextAnswer` says what follows. */
export type AnswerEvent =
  /** This page asks for it, or shows that another one did. */
  | { readonly type: "asked"; readonly turn: Turn; readonly isElsewhere?: true }
  /** The server holds the question. */
  | { readonly type: "saved"; readonly question: Message }
  /** The server has begun it. */
  | {
      readonly type: "begun";
      readonly question: Message;
      readonly model: ModelId;
      readonly contextFrom: string | null;
    }
  /** Text of this try, from its position on. */
  | { readonly type: "text"; readonly at: number; readonly text: string }
  /** A row that was read. */
  | { readonly type: "seen"; readonly row: OpenAnswer }
  /** The stream has said why there is none. */
  | { readonly type: "failed"; readonly failure: TurnFailure }
  | { readonly type: "stopRequested"; readonly isStopping: boolean }
  /** The stream is gone: from now on it is read. */
  | { readonly type: "lost" }
  /** It is a message. */
  | { readonly type: "stored"; readonly message: Message }
  /** It is neither a message nor a row, or is given up. */
  | { readonly type: "gone" };

/** An answer after an event; undefined where there is none any more. What changes nothing returns the same answer. */
export function nextAnswer(answer: Answer | undefined, event: AnswerEvent): Answer | undefined {
  if (event.type === "asked") return asked(answer, event.turn, !event.isElsewhere);
  if (event.type === "seen") return seen(answer, event.row);
  if (answer === undefined || event.type === "stored" || event.type === "gone") return undefined;
  const { turn } = answer;
  switch (event.type) {
    case "saved": {
      const own = turn && { ...turn, question: event.question };
      return { ...answer, isSaved: true, turn: own };
    }
    case "begun": {
      const { question, model, contextFrom } = event;
      const own = turn && { ...turn, question, model };
      return { ...answer, turn: own, model, contextFrom, isSaved: true, isBegun: true };
    }
    case "text": {
      const known = answer.hasText ? answer.text : "";
      const isNew = event.at <= known.length && event.at + event.text.length > known.length;
      if (!answer.isHere || !isNew) return answer;
      const text = known.slice(0, event.at) + event.text;
      return { ...answer, text, hasText: true, textId: null, writer: null };
    }
    case "failed":
      return failed(answer, event.failure);
    case "stopRequested":
      return { ...answer, isStopping: event.isStopping };
    case "lost":
      return { ...answer, isHere: false };
  }
}

function asked(before: Answer | undefined, turn: Turn, isAwaited: boolean): Answer {
  const { answerId: id, messageId: questionId, chatId, model, question } = turn;
  const { text = "", textId = null, contextFrom = null, comparedTokens = null } = before ?? {};
  const { instructionsId = null } = before ?? {};
  const wrote = before && text !== "" ? (before.writer ?? before.model) : null;
  return {
    id,
    questionId,
    chatId,
    model,
    text,
    textId,
    contextFrom,
    instructionsId,
    compares: turn.compares ?? null,
    comparedTokens,
    turn,
    isAwaited,
    writer: wrote === model ? null : wrote,
    isSaved: question !== null,
    isBegun: false,
    isHere: true,
    isStopping: false,
    failed: null,
    askedAt: null,
    hasText: false,
  };
}

/** Whether it can be stopped. One that this page asks for, also before the server has it: the stop follows then. */
export const canStop = ({ isSaved, isHere, isAwaited, isStopping }: Answer): boolean =>
  (isSaved || (isHere && isAwaited)) && !isStopping;

/** How an answer ends that was stopped before it had any text. */
const STOPPED = { reason: STOPPED_UNWRITTEN, stopped: true } as const;

function failed(answer: Answer, failure: TurnFailure): Answer {
  // What has begun has a row, which tells it from now on.
  const isTold = answer.isBegun && failure.code !== "gone";
  const isStopped = isTold && answer.isStopping;
  const over = { isHere: false, isAwaited: false, isStopping: false } as const;
  const turn = isTold ? null : answer.turn;
  return { ...answer, ...over, turn, failed: { ...failure, ...(isStopped && STOPPED) } };
}

function seen(answer: Answer | undefined, row: OpenAnswer): Answer {
  const { id, question_id: questionId, chat_id: chatId, model, status } = row;
  if (answer?.isHere) return seenHere(answer, row);
  const known = answer?.text ?? "";
  const content = row.content ?? known;
  // A stream may have brought more than the server has written down.
  const isSame = answer?.textId == null || answer.textId === row.text_id;
  const text = isSame && known.startsWith(content) ? known : content;
  const writer = text !== "" && row.writer !== model ? row.writer : null;
  if (answer && keepsFailure(answer, row)) return { ...answer, text, writer };
  const isOn = isComing(row);
  const isStopping = answer?.isStopping ?? false;
  const isStopped = status === "stopped" || isStopping;
  const reason = row.reason ?? (text === "" ? UNANSWERED : CONNECTION_BROKE);
  return {
    id,
    questionId,
    chatId,
    model,
    writer,
    text,
    isSaved: true,
    isBegun: status !== "asked",
    isHere: false,
    isStopping: isOn && isStopping,
    failed: isOn ? null : { reason, retryable: true, ...(isStopped && STOPPED) },
    askedAt: row.asked_at,
    contextFrom: row.context_from,
    instructionsId: row.instructions_id,
    compares: row.compares,
    comparedTokens: row.compared_tokens,
    turn: isOn ? (answer?.turn ?? null) : null,
    isAwaited: isOn && answer?.isAwaited === true,
    hasText: text !== "",
    textId: row.text_id,
  };
}

/** Of an answer that this page is sent, a row tells which text that is, and what an earlier try has left. */
function seenHere(answer: Answer, row: OpenAnswer): Answer {
  if (answer.hasText) return { ...answer, textId: row.text_id > 0 ? row.text_id : null };
  const { content, model, text_id: textId } = row;
  if (content === null) return answer;
  return { ...answer, text: content, textId, writer: row.writer === model ? null : row.writer };
}

/** Whether this page knows better why an answer failed than the row of an earlier try. */
function keepsFailure({ failed, turn }: Answer, row: OpenAnswer): boolean {
  if (failed === null || turn === null) return false;
  // Another page is at it, or was. What waits for a page to ask for it was asked for by this one, in vain.
  if (isComing(row)) return row.status === "asked";
  return failed.code !== "gone" && failed.reason !== CONNECTION_BROKE;
}

/**
 * Whether messages take the place of an answer: the answer itself, or one of the same model that was asked for after it
 * had ended; for one that was taken for unsent, its question.
 */
export function isReplaced(answer: Answer, messages: readonly Message[]): boolean {
  const { id, questionId, model, askedAt, failed, isSaved } = answer;
  return messages.some(
    (message) =>
      message.id === id ||
      (failed !== null && !isSaved && message.id === questionId) ||
      (failed !== null &&
        message.reply_to === questionId &&
        message.model === model &&
        isSameKind(answer, message) &&
        instant(askedAt) < instant(message.asked_at)),
  );
}

/** Whether two are both answers, or are about the same replies. */
export const isSameKind = (
  one: Pick<Answer, "compares">,
  other: Pick<Answer, "compares">,
): boolean => one.compares?.join() === other.compares?.join();

/** When an answer was asked for, in microseconds; one of this page after all others. */
export const askedWhen = ({ askedAt }: Answer): number =>
  askedAt === null ? Infinity : instant(askedAt);

/** Whether an answer is on its way, and read. */
export const isRead = ({ failed, isHere }: Answer): boolean => failed === null && !isHere;
