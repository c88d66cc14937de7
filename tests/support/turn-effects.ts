import type { Message, StreamEvent } from "#contract";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import type { ReadTurn } from "#features/chat/turns/turn-api.ts";
import type { Rejection } from "#features/chat/turns/turn-effects.ts";
import type { Turn } from "#features/chat/turns/turn-flow.ts";
import { createTurns } from "#features/chat/turns/turns.ts";
import { attemptAt, chat, message, replyTo } from "./chat-rows.ts";

export const CHAT_ID = "00000000-0000-4000-8000-00000000c4a7";
export const entry: OutboxEntry = {
  messageId: "q1",
  chatId: CHAT_ID,
  content: "Hello",
  model: null,
  startsChat: false,
};
export const question = message({ id: "q1" });
export const attempt = attemptAt(question);
export const reply = replyTo(question, { id: "r1" });
export const saved: StreamEvent = {
  type: "user_message",
  chat: chat({ id: CHAT_ID }),
  userMessage: question,
  contextFrom: null,
  answerId: reply.id,
  turnsLeft: { count: 19, until: "2026-11-21T08:01:00Z" },
};

/** A request on which a test plays the server. */
type Connection = {
  sent: Turn;
  send: (event: StreamEvent) => void;
  close: () => void;
  break: (error: unknown) => void;
  signal: AbortSignal;
};

/** Turns whose effects a test controls: it plays the server and the database, and time moves only by waiting. */
export function controlledTurns() {
  const connections: Connection[] = [];
  const cached: (readonly Message[])[] = [];
  const stopped: string[] = [];
  let now = 0;
  let nextFrame = () => {};
  let stored: ReadTurn | Error = { question: null, reply: null, attempts: [] };
  const turns = createTurns({
    send: (sent, onEvent, signal) =>
      new Promise((resolve, reject) => {
        connections.push({ sent, send: onEvent, close: resolve, break: reject, signal });
        signal.addEventListener("abort", () => reject(new Error("left")));
      }),
    rejectionOf: (error) => (error instanceof Error ? null : (error as Rejection)),
    stop: async ({ id }) => {
      stopped.push(id);
    },
    read: async () => {
      if (stored instanceof Error) throw stored;
      return stored;
    },
    updateCaches: async (_chatId, _chat, messages) => {
      cached.push(messages);
    },
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds;
    },
    onNextFrame: (callback) => {
      nextFrame = callback;
    },
  });
  return {
    turns,
    /** The messages that were put into the caches, call by call. */
    cached,
    /** The ids of the turns that the server was told to stop. */
    stopped,
    connection: (index = 0) => connections[index] ?? fail(`connection ${index} was not opened`),
    nextFrame: () => nextFrame(),
    /** Decides what the database holds from now on; an Error for a database that cannot be read. */
    databaseHolds: (next: typeof stored) => {
      stored = next;
    },
    state: () => turns.inChat(CHAT_ID)[0]?.state,
    onlyTurn: () => turns.inChat(CHAT_ID)[0] ?? fail("there is no turn"),
    now: () => now,
  };
}

function fail(reason: string): never {
  throw new Error(reason);
}
