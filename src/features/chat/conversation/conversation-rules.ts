import type { Attempt, Message } from "#contract";
import { standingOf } from "#features/chat/data/attempt-rules.ts";
import { mergeMessages } from "#features/chat/data/message-order-rules.ts";
import {
  isRunning,
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
  /** On a question that got no answer: why. */
  readonly failure: FailedState | null;
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
  const rows = known.map((message, index) => {
    const turn = turnsById.get(message.id);
    turnsById.delete(message.id);
    if (!isFromPerson(message) || answered.has(message.id) || index >= checkedCount)
      return rowOf(message);
    if (turn !== undefined) return rowOf(message, turn.state);
    const standing = attempts && standingOf(message.id, attempts);
    const state = standing ? unansweredState(standing.claim, standing.stopped, 0) : null;
    // Without an attempt the question, or its answer, is newer than what was read of the attempts.
    const mayBeRunning = attempts !== undefined && (state === null || isRunning(state));
    if (mayBeRunning) unfollowed.push(message);
    return rowOf(message, state);
  });
  const unsaved = reachesNewest ? [...turnsById.values()] : [];
  return {
    rows: [...rows, ...unsaved.map(rowOfTurn)],
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
  if (last.mine) return last.failure === null ? "later" : "no";
  return last.isStopped ? "no" : "yes";
}

/** The name of the model that wrote a message; null when the message does not say. */
export function modelLabel(model: string | null): string | null {
  return model === null ? null : isModel(model) ? MODEL_LABELS[model] : model;
}

function isModel(name: string): name is ModelId {
  return Object.hasOwn(MODEL_LABELS, name);
}

function rowOf(message: Message, state: TurnState | null = null): Row {
  const { id, content, model } = message;
  return {
    id,
    content,
    mine: isFromPerson(message),
    isStopped: message.stopped_at !== null,
    model: modelLabel(model),
    answers: message.reply_to,
    failure: failureOf(state),
  };
}

function rowOfTurn({ id, content, state }: Turn): Row {
  return {
    id,
    content,
    mine: true,
    model: null,
    answers: null,
    isStopped: false,
    failure: failureOf(state),
  };
}

function failureOf(state: TurnState | null): FailedState | null {
  return state?.name === "failed" ? state : null;
}
