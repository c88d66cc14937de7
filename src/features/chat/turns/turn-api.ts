import type {
  Message,
  OpenAnswer,
  SendMessageRequest,
  StartChatRequest,
  StopRequest,
  StopResponse,
  StreamEvent,
} from "#contract";
import { untilCreated } from "#features/chat/data/chat-creations.ts";
import { readOpenAnswers } from "#features/chat/data/open-answers-api.ts";
import { database } from "#lib/database.ts";
import { post, stream } from "#lib/functions-client.ts";
import type { Answer } from "./answer-rules.ts";
import { askedWith, type Turn } from "./turn-rules.ts";

/** What the database holds of a question, the replies to it, and its open answers. */
export type ReadTurn = {
  readonly question: Message | null;
  readonly replies: readonly Message[];
  readonly openAnswers: readonly OpenAnswer[];
};

/** Reads what the database holds of a question in a chat and its answers. Throws what the database returned. */
export async function readTurn(id: string, chatId: string): Promise<ReadTurn> {
  const client = await database();
  // First, because an open answer goes when it is stored: read later, both could be missing.
  const openAnswers = await readOpenAnswers(chatId, new Map());
  const { data } = await client
    .from("messages")
    .select("*")
    .or(`id.eq.${id},reply_to.eq.${id}`)
    .throwOnError();
  const messages = data as Message[];
  return {
    question: messages.find((message) => message.id === id) ?? null,
    replies: messages.filter((message) => message.reply_to === id),
    openAnswers: openAnswers.filter((row) => row.question_id === id),
  };
}

/**
 * Sends a turn's question, into a new chat where it starts one, and calls back with each event of the stream. Waits for
 * a chat that is being created. Resolves after the last event. Throws a RequestError, also when the connection breaks
 * off. Nobody but `userId`, who wrote the question, sends it.
 */
export async function sendTurn(
  userId: string,
  turn: Turn,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { messageId, answerId, chatId, content: message, model } = turn;
  const { follows, unlessChosen, from, compares } = turn;
  const together = askedWith(turn);
  const isNew = turn.question === null;
  await untilCreated(chatId);
  const body: SendMessageRequest & StartChatRequest = {
    chatId,
    messageId,
    message,
    answerId,
    ...(model !== null && { model }),
    ...(compares && { compares: [...compares] }),
    // The server takes these with a new question only, and keeps them.
    ...(isNew && {
      ...(follows && { follows, ...(unlessChosen && { unlessChosen }) }),
      ...(from && { from }),
      ...(together && { together: [...together] }),
    }),
  };
  // Once the server has the question there is a chat, and starting it again could bring back a deleted one.
  const endpoint = turn.startsChat && isNew ? "start_chat" : "send_message";
  await stream(endpoint, body, { onEvent, signal, userId });
}

/**
 * Ends an answer; the server keeps what was written. Throws a RequestError.
 * @param withOthers Whether all other answers to its question end too, also those that are not asked for yet.
 */
export async function stopAnswer(
  userId: string,
  answer: Answer,
  withOthers: boolean,
): Promise<void> {
  const { chatId, questionId: messageId, id: answerId } = answer;
  const body: StopRequest = { chatId, messageId, stop: true, ...(!withOthers && { answerId }) };
  await post<StopResponse>("send_message", body, { userId, fallback: "Failed to stop the reply" });
}
