import type { Message, StreamEvent } from "#contract";
import type { Outgoing } from "#features/chat/drafts/draft-rules.ts";
import { createTurns, type Refused } from "#features/chat/turns/turns.ts";
import { chat, message, replyTo } from "./chat-rows.ts";

export const CHAT = "00000000-0000-4000-8000-00000000c4a7";
export const outgoing: Outgoing = {
  messageId: "q1",
  chatId: CHAT,
  text: "Hello",
  model: null,
  startsChat: false,
};
export const question = message({ id: "q1", answering_until: "2026-11-21T08:00:20Z" });
export const reply = replyTo(question, { id: "r1" });
export const saved: StreamEvent = {
  type: "user_message",
  chat: chat({ id: CHAT }),
  userMessage: question,
};

/** A connection that a test plays the server's part on. */
type Line = {
  hear: (event: StreamEvent) => void;
  close: () => void;
  break: (error: unknown) => void;
  signal: AbortSignal;
};

/** A world in which nothing happens by itself: the test answers, and time stands until it is moved. */
export function world() {
  const lines: Line[] = [];
  const arrived: (readonly Message[])[] = [];
  const stopped: string[] = [];
  let now = 0;
  let paint = () => {};
  let found: { question: Message | null; reply: Message | null } | Error = {
    question: null,
    reply: null,
  };
  const turns = createTurns({
    send: (_turn, hear, signal) =>
      new Promise((resolve, reject) => {
        lines.push({ hear, close: resolve, break: reject, signal });
        signal.addEventListener("abort", () => reject(new Error("left")));
      }),
    explain: (error): Refused => (error instanceof Error ? null : (error as Refused)),
    stop: async ({ id }) => {
      stopped.push(id);
    },
    look: async () => {
      if (found instanceof Error) throw found;
      return found;
    },
    arrived: async (_chatId, _chat, messages) => {
      arrived.push(messages);
    },
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds;
    },
    nextPicture: (callback) => {
      paint = callback;
    },
  });
  return {
    turns,
    arrived,
    stopped,
    line: (index = 0) => lines[index] ?? fail(`line ${index} was not opened`),
    paint: () => paint(),
    finds: (next: typeof found) => {
      found = next;
    },
    state: () => turns.inChat(CHAT)[0]?.state,
    onlyTurn: () => turns.inChat(CHAT)[0] ?? fail("there is no turn"),
    now: () => now,
  };
}

function fail(reason: string): never {
  throw new Error(reason);
}
