import { onTestFinished } from "vitest";
import type { Message, OpenAnswer, StreamEvent } from "#contract";
import { answerTexts } from "#features/chat/data/answer-texts.ts";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import type { LiveAnswer } from "#features/chat/turns/answer-rules.ts";
import type { Rejection } from "#features/chat/turns/turn-effects.ts";
import type { ReadTurn, Turn } from "#features/chat/turns/turn-rules.ts";
import { createTurns } from "#features/chat/turns/turns.ts";
import { chat, message, replyTo } from "./chat-rows.ts";

export const CHAT_ID = "00000000-0000-4000-8000-00000000c4a7";
export const entry: OutboxEntry = {
  messageId: "q1",
  answerId: "r1",
  chatId: CHAT_ID,
  content: "Hello",
  model: null,
  startsChat: false,
};
export const question = message({ id: "q1" });
export const reply = replyTo(question, { id: "r1" });
/** A message that was sent after the reply. */
export const nextEntry = {
  messageId: "q2",
  answerId: "r2",
  chatId: CHAT_ID,
  content: "More",
  model: "grok" as const,
  startsChat: false,
};
/** The same turn, after it has failed. */
export const failedAs = (turn: Turn): Turn => ({
  ...turn,
  state: "failed",
  failure: { reason: "No", retryable: true },
});
export const saved: StreamEvent = {
  type: "user_message",
  chat: chat({ id: CHAT_ID }),
  userMessage: question,
  contextFrom: null,
  answerId: reply.id,
  turnsLeft: { count: 19, until: "2026-11-21T08:01:00Z", near: null },
};

/** An answer as the screen knows it, to be stopped. */
export const liveAnswer = (id: string): LiveAnswer => ({
  id,
  questionId: question.id,
  chatId: CHAT_ID,
  model: "grok",
  writer: null,
  isSaved: true,
  isStopping: false,
  failed: null,
  askedAt: null,
});

/** A request on which a test plays the server. */
type Connection = {
  sent: Turn;
  send: (event: StreamEvent) => void;
  close: () => void;
  break: (error: unknown) => void;
  signal: AbortSignal;
};

/** What a test's database holds. */
type Held = {
  question: Message | null;
  reply: Message | null;
  openAnswers: readonly OpenAnswer[];
};

/** Turns whose effects a test controls: it plays the server and the database, and time moves only by waiting. */
export function controlledTurns() {
  const connections: Connection[] = [];
  const cached: (readonly Message[])[] = [];
  const broken: { id: string; text: string; reason: string }[] = [];
  const found: ReadTurn[] = [];
  const stopped: string[] = [];
  let now = 0;
  let reads = 0;
  let tell = async () => {};
  let held: Held | Error | ((now: number) => Held) = {
    question: null,
    reply: null,
    openAnswers: [],
  };
  let sentElsewhere: ReadonlySet<string> = new Set();
  const turns = createTurns({
    send: (sent, onEvent, signal) =>
      new Promise((resolve, reject) => {
        connections.push({ sent, send: onEvent, close: resolve, break: reject, signal });
        signal.addEventListener("abort", () => reject(new Error("left")));
      }),
    rejectionOf: (error) => (error instanceof Error ? null : (error as Rejection)),
    stop: async ({ id }) => {
      stopped.push(id);
      await tell();
    },
    read: async () => {
      reads += 1;
      const stored = typeof held === "function" ? held(now) : held;
      if (stored instanceof Error) throw stored;
      const { question, reply, openAnswers } = stored;
      return { question, replies: reply === null ? [] : [reply], openAnswers };
    },
    beingSent: async () => sentElsewhere,
    isHidden: () => false,
    onBegun: () => {},
    onAnswered: async (_, messages) => {
      cached.push(messages);
    },
    onRead: async (_, read) => {
      found.push(read);
    },
    onBroken: ({ id }, text, reason) => broken.push({ id, text, reason }),
    onGone: () => {},
    now: () => now,
    wait: async (milliseconds) => {
      await new Promise(setImmediate);
      now += milliseconds;
    },
  });
  onTestFinished(() => turns.dispose());
  return {
    turns,
    /** The messages that were put into the caches, call by call. */
    cached,
    /** The answers that broke off, with what had been written and why. */
    broken,
    /** What was read of turns whose connection was lost, and put into the caches. */
    found,
    /** How often the database was asked. */
    reads: () => reads,
    /** What is there of each answer. */
    texts: () => Object.fromEntries(answerTexts.get()),
    /** What telling the server to stop a turn waits for, or fails with. */
    onStop: (next: typeof tell) => {
      tell = next;
    },
    /** The ids of the answers that the server was told to stop. */
    stopped,
    connection: (index = 0) => connections[index] ?? fail(`connection ${index} was not opened`),
    /** Decides what the database holds from now on, by the time; an Error for a database that cannot be read. */
    databaseHolds: (next: typeof held) => {
      held = next;
    },
    /** Which messages other tabs are sending from now on. */
    othersSend: (...ids: string[]) => {
      sentElsewhere = new Set(ids);
    },
    onlyTurn: () => turns.inChat(CHAT_ID)[0] ?? fail("there is no turn"),
    now: () => now,
  };
}

/** The same, where a message was sent and its question is stored. `ended` tells how its turn ends. */
export function begunTurn() {
  const controlled = controlledTurns();
  const ended = controlled.turns.start(entry);
  controlled.connection().send(saved);
  return { ...controlled, ended };
}

function fail(reason: string): never {
  throw new Error(reason);
}
