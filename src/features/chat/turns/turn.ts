import type { Message } from "#contract";
import type { ModelId } from "#models";
import type { Outgoing } from "#features/chat/drafts/draft-rules.ts";
import type { TurnState } from "./turn-flow.ts";

/** A question and what becomes of it, as this tab knows it. Its id is the question's. */
export type Turn = {
  readonly id: string;
  readonly chatId: string;
  readonly text: string;
  /** Null leaves the choice to the chat. */
  readonly model: ModelId | null;
  readonly startsChat: boolean;
  readonly state: TurnState;
  /** The server's own versions, once heard. */
  readonly question: Message | null;
  readonly reply: Message | null;
};

export function turnOf(outgoing: Outgoing, state: TurnState): Turn {
  const { messageId: id, chatId, text, model, startsChat } = outgoing;
  return { id, chatId, text, model, startsChat, state, question: null, reply: null };
}

/** The turn of a question that the database holds. */
export function turnOfQuestion(question: Message, model: ModelId | null, state: TurnState): Turn {
  const { id, chat_id: chatId, content: text } = question;
  return { id, chatId, text, model, startsChat: false, state, question, reply: null };
}

/** A turn's message, as it is kept while it is on its way. */
export function outgoingOf({ id: messageId, chatId, text, model, startsChat }: Turn): Outgoing {
  return { messageId, chatId, text, model, startsChat };
}
