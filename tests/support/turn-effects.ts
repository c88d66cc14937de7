import { onTestFinished } from "vitest";
import type { OpenAnswer, Message, StreamEvent } from "#contract";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import type { Rejection } from "#features/chat/turns/turn-effects.ts";
import type { Turn } from "#features/chat/turns/turn-rules.ts";
import { createTurns } from "#features/chat/turns/turns.ts";
import { openAnswerTo, chat, message, replyTo } from "./chat-rows.ts";

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
/** At that reply, while it is being written. */
export const openAnswer = openAnswerTo(question, { id: reply.id });
export const saved: StreamEvent = {
  type: "user_message",
  chat: chat({ id: CHAT_ID }),
  userMessage: question,
  contextFrom: null,
  answerId: reply.id,
  turnsLeft: { count: 19, until: "2026-11-21T08:01:00Z", near: null },
};

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
  const stopped: string[] = [];
  let now = 0;
  let isStopped = false;
  let tell = async () => {};
  let publishTexts = () => {};
  let held: Held | Error | ((now: number) => Held) = {
    question: null,
    reply: null,
    openAnswers: [],
  };
  const readNow = () => {
    const stored = typeof held === "function" ? held(now) : held;
    if (stored instanceof Error) throw stored;
    return stored;
  };
  let isSeen = true;
  let sentElsewhere: ReadonlySet<string> = new Set();
  const reads: { kind: "open answers" | "messages"; at: number }[] = [];
  const changed: string[] = [];
  const gone: string[] = [];
  const followNow = (kind: (typeof reads)[number]["kind"]) => {
    reads.push({ kind, at: now });
    return readNow();
  };
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
      const { question, reply, openAnswers } = readNow();
      return { question, replies: reply === null ? [] : [reply], openAnswers };
    },
    readOpenAnswers: async () => followNow("open answers").openAnswers,
    readAnswered: async () => {
      const { question, reply } = followNow("messages");
      return [question, reply].filter((it) => it !== null);
    },
    beingSent: async () => sentElsewhere,
    isSeen: () => isSeen,
    onChanged: (chatId) => changed.push(chatId),
    onGone: (chatId) => gone.push(chatId),
    updateCaches: async (_chatId, _chat, messages) => {
      cached.push(messages);
    },
    now: () => now,
    wait: async (milliseconds) => {
      if (isStopped) await new Promise(() => {});
      // What runs for ever is followed for ever.
      await new Promise(setImmediate);
      now += milliseconds;
    },
    schedule: (callback) => {
      publishTexts = callback;
    },
  });
  onTestFinished(() => turns.dispose());
  return {
    turns,
    /** What was read of the database by the loop that follows answers, and when. */
    reads,
    /** The chats in which answers were seen to begin or to end elsewhere. */
    changed,
    /** The chats that were found deleted while answers were being written there. */
    gone,
    /** The messages that were put into the caches, call by call. */
    cached,
    /** What telling the server to stop a turn waits for, or fails with. */
    onStop: (next: typeof tell) => {
      tell = next;
    },
    /** The ids of the turns that the server was told to stop. */
    stopped,
    connection: (index = 0) => connections[index] ?? fail(`connection ${index} was not opened`),
    publishTexts: () => publishTexts(),
    /** Decides what the database holds from now on, by the time; an Error for a database that cannot be read. */
    databaseHolds: (next: typeof held) => {
      held = next;
    },
    /** Which messages other tabs are sending from now on. */
    othersSend: (...ids: string[]) => {
      sentElsewhere = new Set(ids);
    },
    /** From now on nobody looks at the page. */
    hide: () => {
      isSeen = false;
    },
    state: () => turns.inChat(CHAT_ID)[0]?.state,
    onlyTurn: () => turns.inChat(CHAT_ID)[0] ?? fail("there is no turn"),
    now: () => now,
    /** From now on nothing that is waited for comes. */
    stopClock: () => {
      isStopped = true;
    },
  };
}

function fail(reason: string): never {
  throw new Error(reason);
}
