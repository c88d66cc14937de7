import type { Message } from "#contract";
import { isFromPerson } from "#features/chat/data/message-rules.ts";
import { modelLabel } from "#features/chat/models/model-rules.ts";
import type { Failure, Turn } from "#features/chat/turns/turn-rules.ts";
import type { ModelId } from "#models";
import type { AnswerPaging, FailedAnswer, SecondOpinion } from "./answers-rules.ts";
import type { Joint } from "./joint-rules.ts";

/** One message as it is shown. */
export type Row = {
  readonly id: string;
  readonly mine: boolean;
  readonly content: string;
  /** The label of the model that wrote it. */
  readonly model: string | null;
  /** On a reply: the question's id. */
  readonly questionId: string | null;
  /** On a reply: whether the person ended it before it was whole. */
  readonly isStopped: boolean;
  /** On a question that got no answer, or on what was written of one that broke off: why. */
  readonly failure: Failure | null;
  /** On a reply, or with a failure: the models that have answered the question, or are about to. */
  readonly answering: readonly ModelId[];
  /** On a reply: which of several it is; null for the only one. */
  readonly paging: AnswerPaging | null;
  /** On a reply: it and the others side by side, where the person has opened them again. */
  readonly opened: Joint | null;
  /** On a reply: what another model was asked for it. */
  readonly second: SecondOpinion | null;
  /** On a reply to the last message that the next one does not go on from: what it goes on from, in words. */
  readonly goesOnFrom: string | null;
  /** On a reply: further ones that did not come, the newest of each model. */
  readonly further: readonly Failure[];
  /** Whether the reply that was asked for last is among those. */
  readonly endsFailed: boolean;
  /** On a reply: whether another one can be asked for; "full" when there are as many as there can be. */
  readonly asksAgain: "yes" | "full" | "no";
};

const PLAIN = {
  model: null,
  questionId: null,
  isStopped: false,
  failure: null,
  answering: [],
  paging: null,
  opened: null,
  second: null,
  goesOnFrom: null,
  further: [],
  endsFailed: false,
  asksAgain: "no",
} as const;

/** The row of a message as it is stored, or of what was written of an answer that broke off. */
export function rowOf(message: Message | FailedAnswer): Row {
  if ("failed" in message) {
    const { id, questionId, failed } = message;
    const model = modelLabel(message.writer ?? message.model);
    const own = { id, mine: false, content: failed.text ?? "", model, questionId };
    return { ...PLAIN, ...own, failure: failed };
  }
  const { id, content, model, reply_to: questionId } = message;
  return {
    ...PLAIN,
    id,
    content,
    mine: isFromPerson(message),
    isStopped: message.stopped_at !== null,
    model: modelLabel(model),
    questionId,
  };
}

/** The row of a question that is being sent, or was not. */
export function rowOfTurn({ messageId: id, content }: Turn, failure: Failure | null): Row {
  return { ...PLAIN, id, content, mine: true, failure };
}
