import type { StreamEvent } from "#contract";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import type { Answer } from "#features/chat/turns/answer-rules.ts";
import { type Turn, turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { type AskedTurn, answersOf } from "./answers.ts";
import { chat, message, replyTo } from "./chat-rows.ts";
import { anEntry } from "./drafts.ts";

export const CHAT_ID = "00000000-0000-4000-8000-00000000c4a7";
const ids = { messageId: "q1", answerId: "r1", chatId: CHAT_ID };
export const entry: OutboxEntry = { ...anEntry, ...ids, model: null };
export const question = message({ id: "q1" });
export const reply = replyTo(question, { id: "r1" });
/** A message that was sent after the reply. */
export const nextEntry = { ...anEntry, ...ids, messageId: "q2", answerId: "r2", content: "More" };
/** The same turn, after it has failed. */
export const failedAs = (turn: Turn): AskedTurn => ({
  ...turn,
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
export function liveAnswer(id: string): Answer {
  const [answer] = answersOf([turnOfQuestion(question, { answerId: id, model: "grok" })]);
  if (answer === undefined) throw new Error("next() made no answer");
  return answer;
}
