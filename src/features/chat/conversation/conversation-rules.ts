import type { Attempt, Message } from "#contract";
import { standingOf } from "#features/chat/data/attempt-rules.ts";
import { mergeMessages } from "#features/chat/data/message-order-rules.ts";
import {
  isRunning,
  storedTurnOf,
  type Turn,
  type TurnState,
  unansweredState,
} from "#features/chat/turns/turn-flow.ts";
import { MODEL_LABELS, type ModelId } from "#models";
import { isFromPerson } from "./text-rules.ts";

/** One message as it is shown. */
export type Row = {
  readonly id: string;
  readonly mine: boolean;
  readonly content: string;
  /** The label of the model that wrote it. */
  readonly model: string | null;
  /** On a reply: the question's id. */
  readonly answers: string | null;
  /** On a reply: whether the person ended it before it was whole. */
  readonly isStopped: boolean;
  /** On a question that got no answer, or on what was written of one that broke off: why. */
  readonly failure: FailedState | null;
  /** With a failure: the model that was asked; null for the chat's. */
  readonly failedModel: ModelId | null;
};
export type FailedState = Extract<TurnState, { name: "failed" }>;

export type Shown = {
  readonly rows: readonly Row[];
  /** The questions whose reply is on its way, in order; they are shown after the last row. */
  readonly running: readonly Turn[];
  /** Questions that another tab or device asked and that may get an answer yet; no turn here follows them. */
  readonly unfollowed: readonly Message[];
  /** Whether the newest messages are loaded. */
  readonly reachesNewest: boolean;
};

/**
 * The reply to a question may come some messages later, when several tabs write into one chat. Where newer messages are
 * not loaded, the last few questions may have theirs beyond what is loaded and are not taken for failed.
 */
const REPLY_MAY_FOLLOW = 10;

/**
 * What a chat shows: the messages of the database, and the turns of this tab.
 * @param messages Oldest first.
 * @param attempts At answers in this chat; undefined while they are being read.
 * @param reachesNewest Whether the newest messages are among them.
 */
export function conversation(
  messages: readonly Message[],
  turns: readonly Turn[],
  reachesNewest: boolean,
  attempts: readonly Attempt[] | undefined,
): Shown {
  const own = turns.flatMap(({ question, reply }) => [question, reply].filter((it) => it !== null));
  const known = reachesNewest ? mergeMessages(own, messages) : [...messages];
  const turnsById = new Map(turns.map((turn) => [turn.id, turn]));
  const answered = new Set(known.map((message) => message.reply_to));
  const checkedCount = reachesNewest ? known.length : known.length - REPLY_MAY_FOLLOW;

  const unfollowed: Message[] = [];
  const rows = known.flatMap((message, index) => {
    const turn = turnsById.get(message.id);
    turnsById.delete(message.id);
    if (!isFromPerson(message) || answered.has(message.id) || index >= checkedCount)
      return [rowOf(message)];
    if (turn !== undefined) return rowsOf(rowOf(message), turn.state, turn.model);
    const standing = attempts && standingOf(message.id, attempts);
    const state = standing ? unansweredState(storedTurnOf(standing, true), 0) : null;
    // Without an attempt the question, or its answer, is newer than what was read of the attempts.
    const mayBeRunning = attempts !== undefined && (state === null || isRunning(state));
    if (mayBeRunning) unfollowed.push(message);
    return rowsOf(rowOf(message), state, standing?.newest.model ?? null);
  });
  const unsaved = reachesNewest ? [...turnsById.values()] : [];
  return {
    rows: [...rows, ...unsaved.flatMap((turn) => rowsOf(rowOfTurn(turn), turn.state, turn.model))],
    running: reachesNewest
      ? turns.filter((turn) => isRunning(turn.state) && !answered.has(turn.id))
      : [],
    unfollowed,
    reachesNewest,
  };
}

/** Whether a chat can go on by itself: its newest reply is whole. "later" while one is being written or nothing is known. */
export function goesOn(shown: Shown): "yes" | "no" | "later" {
  const { rows, running, unfollowed, reachesNewest } = shown;
  const last = rows.at(-1);
  if (last === undefined || !reachesNewest || running.length > 0 || unfollowed.length > 0)
    return "later";
  if (last.failure !== null) return "no";
  if (last.mine) return "later";
  return last.isStopped ? "no" : "yes";
}

/** Why a question got no answer; undefined when it has one, or may get it. */
export function failureAt(rows: readonly Row[], questionId: string): FailedState | undefined {
  const failed = rows.filter((row) => (row.answers ?? row.id) === questionId);
  return failed.find((row) => row.failure !== null)?.failure ?? undefined;
}

/** The name of the model that wrote a message; null when the message does not say. */
export function modelLabel(model: string | null): string | null {
  return model === null ? null : isModel(model) ? MODEL_LABELS[model] : model;
}

function isModel(name: string): name is ModelId {
  return Object.hasOwn(MODEL_LABELS, name);
}

/** A question, with why it has no answer; what was written of one that broke off is a row of its own. */
function rowsOf(question: Row, state: TurnState | null, model: ModelId | null): Row[] {
  const failure = state?.name === "failed" ? state : null;
  if (failure?.text === undefined) return [{ ...question, failure, failedModel: model }];
  const unfinished = {
    id: `unfinished-${question.id}`,
    content: failure.text,
    mine: false,
    isStopped: false,
    model: modelLabel(model),
    answers: question.id,
    failure,
    failedModel: model,
  };
  return [question, unfinished];
}

function rowOf(message: Message): Row {
  const { id, content, model } = message;
  return {
    id,
    content,
    mine: isFromPerson(message),
    isStopped: message.stopped_at !== null,
    model: modelLabel(model),
    answers: message.reply_to,
    failure: null,
    failedModel: null,
  };
}

function rowOfTurn({ id, content }: Turn): Row {
  return {
    id,
    content,
    mine: true,
    model: null,
    answers: null,
    isStopped: false,
    failure: null,
    failedModel: null,
  };
}
