import type { Message } from "#contract";
import { createStore, type ReadableStore } from "#lib/store.ts";
import { type Answer, type AnswerEvent, type AnswersById, nextAnswer } from "./answer-rules.ts";
import { NOT_SENT, type Turn, type TurnFailure } from "./turn-rules.ts";

// The answers of one person that are no messages yet. The stream (`turns.ts`) and the reads (`open-answers-queries.ts`)
// dispatch what they hear, and nothing else changes them.

/** How an answer ended that this page had asked for. */
export type TurnOutcome = {
  readonly turn: Turn;
  /** Null when the answer is stored. */
  readonly failure: TurnFailure | null;
  /** Whether the person stopped it. */
  readonly isStopped: boolean;
  /** The answer; null when there is none. */
  readonly message: Message | null;
  /** Whether this page was sent it to the end. */
  readonly wasHere: boolean;
};

/** What several answers bring within this time is published together: each change of the page costs it a frame. */
const PUBLISH_AFTER_MS = 66;

/** What a text changes of its answer. */
const OF_THE_TEXT = new Set(["text", "hasText", "textId"]);

let all: AnswersById = new Map();
let owner: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** As they were when anything but a text changed, so that the list of messages is not drawn again for every piece of it. */
const listed = createStore<AnswersById>(all);
const texts = createStore<ReadonlyMap<string, string>>(new Map());
const endings = new Set<(outcome: TurnOutcome) => void>();

/** Follows all answers apart from their texts, which may be older here. */
export const answers: ReadableStore<AnswersById> = listed;

/** Follows the text of one answer. What grew is published a little later, and while the answer is being stopped not at all. */
export const arrivingText = (id: string): ReadableStore<string> => ({
  get: () => texts.get().get(id) ?? "",
  subscribe: texts.subscribe,
});

/** The answers by now. */
export const currentAnswers = (): AnswersById => all;

/** Those in a chat, in the order in which this page has heard of them. */
export const answersIn = (chatId: string, answers = all): readonly Answer[] =>
  [...answers.values()].filter((answer) => answer.chatId === chatId);

/** Makes the answers those of a person. Those of another one are forgotten. */
export function keepAnswersOf(userId: string): void {
  if (owner === userId) return;
  owner = userId;
  all = new Map();
  listed.set(all);
  publish();
}

/** Tells what became of an answer of a person. Of somebody who is not this page's person nothing is kept. */
export function dispatch(userId: string, id: string, event: AnswerEvent): void {
  if (owner !== userId) return;
  const before = all.get(id);
  const after = nextAnswer(before, event);
  if (after === before) return;
  const changed = new Map(all);
  if (after === undefined) changed.delete(id);
  else changed.set(id, after);
  all = changed;
  if (before?.text !== after?.text || before?.isStopping === true)
    timer ??= setTimeout(publish, PUBLISH_AFTER_MS);
  if (before && after && isListedAs(before, after)) return;
  listed.set(all);
  const outcome = before?.isAwaited && !after?.isAwaited ? howItEnded(before, after, event) : null;
  if (outcome !== null) endings.forEach((call) => call(outcome));
}

/** Calls back when an answer that this page had asked for has ended. Returns a function that ends it. */
export function onEnded(call: (outcome: TurnOutcome) => void): () => void {
  endings.add(call);
  return () => endings.delete(call);
}

/** Whether two states of an answer differ in the text alone. */
const isListedAs = (before: Answer, after: Answer) =>
  Object.entries(after).every(
    ([key, value]) => OF_THE_TEXT.has(key) || before[key as keyof Answer] === value,
  );

function howItEnded(
  { turn, isHere: wasHere }: Answer,
  after: Answer | undefined,
  event: AnswerEvent,
): TurnOutcome | null {
  const message = event.type === "stored" ? event.message : null;
  const failure =
    event.type === "seen"
      ? { reason: event.row.reason ?? NOT_SENT, retryable: true }
      : event.type === "failed"
        ? event.failure
        : null;
  if (turn === null || (message === null && failure === null)) return null;
  // After its row a stopped one is; what the server has refused was not.
  const wasStopped = event.type === "seen" && after?.failed?.stopped === true;
  const isStopped = message === null ? wasStopped : message.stopped_at !== null;
  return { turn, failure, isStopped, message, wasHere };
}

function publish() {
  clearTimeout(timer);
  timer = undefined;
  const shown = texts.get();
  texts.set(
    new Map(
      [...all].map(([id, { text, isStopping }]) => [id, isStopping ? (shown.get(id) ?? "") : text]),
    ),
  );
}
