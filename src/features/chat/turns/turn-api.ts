import type {
  Message,
  SendMessageRequest,
  StartChatRequest,
  StopRequest,
  StopResponse,
  StreamEvent,
} from "#contract";
import { post, stream } from "#lib/functions-client.ts";
import { supabase } from "#lib/supabase.ts";
import type { Turn } from "./turn.ts";

/** What the database holds of a question: itself, and the reply to it. */
export async function readTurn(
  id: string,
): Promise<{ question: Message | null; reply: Message | null }> {
  const client = await supabase();
  const { data } = await client
    .from("messages")
    .select("*")
    .or(`id.eq.${id},reply_to.eq.${id}`)
    .throwOnError();
  const messages = data as Message[];
  return {
    question: messages.find((message) => message.id === id) ?? null,
    reply: messages.find((message) => message.reply_to === id) ?? null,
  };
}

/** Sends a turn's message, into a new chat where it starts one, and hears the answer. Throws a RequestError. */
export async function sendTurn(
  turn: Turn,
  onEvent: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { id: messageId, chatId, text: message, state } = turn;
  const choice = turn.model === null ? {} : { model: turn.model };
  const body: SendMessageRequest & StartChatRequest = { chatId, messageId, message, ...choice };
  // Once the server has the message there is a chat, and starting it again could bring back a deleted one.
  const endpoint = turn.startsChat && !state.saved ? "start_chat" : "send_message";
  await stream(endpoint, body, { onEvent, signal });
}

/** Ends the reply to a turn's message (DESIGN 5). Throws a RequestError. */
export async function stopTurn({ chatId, id: messageId }: Turn): Promise<void> {
  const body: StopRequest = { chatId, messageId, stop: true };
  await post<StopResponse>("send_message", body);
}
