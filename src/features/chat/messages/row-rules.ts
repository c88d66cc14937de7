import type { Message } from "#contract";
import { isFromPerson } from "#features/chat/data/message-rules.ts";
import type { Answer } from "#features/chat/turns/answer-rules.ts";
import type { Failure, Turn } from "#features/chat/turns/turn-rules.ts";
import type { ModelId } from "#models";
import { type AnswerPaging, failureOf, isStored, writerOf } from "./answers-rules.ts";
import type { Joint } from "./joint-rules.ts";

/** One message as it is shown. */
export type Row = {
  readonly id: string;
  readonly mine: boolean;
  readonly content: string;
  /** When it was stored; null for what is not. */
  readonly createdAt: string | null;
  /** The label of the model that wrote it. */
  readonly model: string | null;
  /** On a reply: the question's id. */
  readonly questionId: string | null;
  /** On a reply: whether the person ended it before it was whole. */
  readonly isStopped: boolean;
  /** On a question that got no answer, or on what was written of one that broke off: why. */
  readonly failure: Failure | null;
} & Partial<AmongAnswers>;

/** What a model wrote or writes about replies to a question: a comparison of several, a second opinion on one. */
export type Comparison = Row & {
  /** The ids of the replies, in the order in which the person saw them. */
  readonly compares: readonly string[];
  /** Those of them that are loaded. */
  readonly replies: readonly ComparedMessage[];
  /** Where it is no message yet. */
  readonly answer: Answer | null;
};

/** A reply that is written about. */
export type ComparedMessage = {
  readonly id: string;
  readonly model: ModelId | null;
  readonly content: string;
};

/** What is shown with a reply of all answers to its question. */
type AmongAnswers = {
  /** The models that have answered the question, or are about to. */
  readonly answering: readonly ModelId[];
  /** Which of several it is; null for the only one. */
  readonly paging: AnswerPaging | null;
  /** It and the others side by side, where the person has opened them again. */
  readonly opened: Joint | null;
  /** On a reply to the last message: what the next one goes on from, in words, where that is not this one. */
  readonly goesOnFrom: string | null;
  // Of a reply to the last message:
  /** Further ones that did not come, the newest of each model. */
  readonly further: readonly Failure[];
  /** Whether the reply that was asked for last is among those. */
  readonly endsFailed: boolean;
  /** Whether another one can be asked for; "full" when there are as many as there can be. */
  readonly asksAgain: "yes" | "full";
  /** Whether more can be written about the replies. */
  readonly isComparable: boolean;
  /** What models wrote about it, or about it and others. */
  readonly opinions: readonly Comparison[];
};

const PLAIN = { createdAt: null, model: null, questionId: null, isStopped: false, failure: null };

/** The row of a message as it is stored, or of what was written of an answer that is none. */
export function rowOf(message: Message | Answer): Row {
  const { id } = message;
  const model = writerOf(message);
  if (!isStored(message)) {
    const { questionId, text: content } = message;
    return { ...PLAIN, id, mine: false, content, model, questionId, failure: failureOf(message) };
  }
  const { content, reply_to: questionId, created_at: createdAt } = message;
  const isStopped = message.stopped_at !== null;
  const mine = isFromPerson(message);
  return { ...PLAIN, id, mine, content, createdAt, model, questionId, isStopped };
}

/** The row of a question that is being sent, or was not. */
export function rowOfTurn({ messageId: id, content }: Turn, failure: Failure | null): Row {
  return { ...PLAIN, id, content, mine: true, failure };
}
