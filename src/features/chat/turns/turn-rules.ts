import type { AskedAnswer, Message, OpenAnswer } from "#contract";
import { byAge } from "#features/chat/data/message-rules.ts";
import { currentAnswer } from "#features/chat/data/open-answer-rules.ts";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import type { ModelId } from "#models";
import type { TurnState } from "./turn-flow.ts";

/** A question and one answer to it, as this tab knows them. */
export type Turn = {
  /** The answer's id; the question's where the answer's was not known at first. */
  readonly id: string;
  readonly questionId: string;
  /** Null while it is not known which of the answers to the question it is. */
  readonly answerId: string | null;
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
  readonly state: TurnState;
  /** The rows as the server holds them; null until it has sent them. */
  readonly question: Message | null;
  readonly reply: Message | null;
  /** Whether the database was seen to be getting the answer, and has not been seen without it since. */
  readonly wasSeen: boolean;
  /** Whether the person has pressed Stop and the server has not been told yet. */
  readonly isStopping?: boolean;
};

/** Whether a running answer ends because the person has pressed Stop. */
export function isBeingStopped({ isStopping, state }: Turn): boolean {
  return isStopping === true || state.name === "stopped";
}

/** The ids of those of some turns that failed at the same question with the same model. */
export function failedBefore(turn: Turn, turns: readonly Turn[]): readonly string[] {
  const isEarlierTry = ({ id, questionId, model, state }: Turn) =>
    id !== turn.id &&
    questionId === turn.questionId &&
    model === turn.model &&
    state.name === "failed";
  return turns.filter(isEarlierTry).map(({ id }) => id);
}

/** The turn of a message that was just sent, or that an earlier page could not send. */
export function turnOfEntry(entry: OutboxEntry, state: TurnState): Turn {
  const { messageId: questionId, answerId, follows = null, ...parts } = entry;
  const { chatId, content, model, startsChat, unlessChosen } = parts;
  const { others } = parts;
  const together = others && model && [{ answerId, model }, ...others];
  const wish = { follows, ...(unlessChosen && { unlessChosen }), ...(together && { together }) };
  const own = { chatId, content, model, startsChat, ...wish, state };
  const nothing = { question: null, reply: null, wasSeen: false };
  return { id: answerId, questionId, answerId, ...own, ...nothing };
}

/** The turn of an answer to a question that the database holds. */
export function turnOfQuestion(
  question: Message,
  { answerId, model }: Pick<Turn, "answerId" | "model">,
  state: TurnState,
): Turn {
  const { id: questionId, chat_id: chatId, content, follows } = question;
  const together = question.asked_together;
  const nothing = { startsChat: false, reply: null, wasSeen: false, ...(together && { together }) };
  const own = { questionId, answerId, chatId, content, model, follows, state, question };
  return { id: answerId ?? questionId, ...own, ...nothing };
}

/** Whether a turn's answer is one of those that were asked for together. */
export function isOneOfTogether({ together, answerId }: Turn): boolean {
  return together?.some((one) => one.answerId === answerId) ?? false;
}

/** The turn of a further answer to a turn's question. */
export function furtherTurn(turn: Turn, { answerId, model }: AskedAnswer): Turn {
  const state = { name: "retrying", saved: true } as const;
  const nothing = { reply: null, wasSeen: false, startsChat: false };
  return { ...turn, id: answerId, answerId, model, state, ...nothing };
}

/** A turn's message, as the outbox keeps it. */
export function outboxEntryOf(turn: Turn): OutboxEntry {
  const { questionId: messageId, id: answerId, chatId, content, model, startsChat } = turn;
  const { follows, unlessChosen } = turn;
  return {
    messageId,
    answerId,
    chatId,
    content,
    model,
    startsChat,
    ...(follows !== null && { follows, ...(unlessChosen && { unlessChosen }) }),
  };
}

/** The answer that a turn is for, when it is among these messages; the newest where its id is not known. */
export function replyFor(
  { answerId, questionId }: Pick<Turn, "answerId" | "questionId">,
  messages: readonly Message[],
): Message | null {
  const isOwn = ({ id, reply_to }: Message) =>
    answerId === null ? reply_to === questionId : id === answerId;
  return messages.filter(isOwn).toSorted(byAge).at(-1) ?? null;
}

/** What is open of the answer that a turn is for; where its id is not known, the one that runs, else the newest. */
export function openAnswerFor(
  { answerId, questionId }: Pick<Turn, "answerId" | "questionId">,
  openAnswers: readonly OpenAnswer[],
): OpenAnswer | undefined {
  return answerId === null
    ? currentAnswer(questionId, openAnswers)
    : openAnswers.find(({ id }) => id === answerId);
}

/** Whether what was read of the question of a turn that failed may tell more than its page knows. */
export function isNews(
  turn: Turn,
  messages: readonly Message[],
  openAnswers: readonly OpenAnswer[],
): boolean {
  if (replyFor(turn, messages) !== null) return true;
  const isGone = turn.state.name === "failed" && turn.state.isGone;
  // The open answers were read while its chat was deleted, and are read again.
  return !isGone || openAnswerFor(turn, openAnswers) !== undefined;
}
