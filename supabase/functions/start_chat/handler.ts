import { type StartChatResponse, startChatRequest } from "../_shared/contract.ts";
import { readRequest } from "../_shared/request.ts";
import { makeTitle } from "../_shared/text-rules.ts";
import { respond } from "../_shared/turn-response.ts";
import type { Turns } from "../_shared/turn.ts";

/** POST /api/start_chat (SPEC 7): a new chat that begins with a message, and the reply to it. */
export function startChat(turns: Turns) {
  return async (request: Request): Promise<Response> => {
    const { userId, body } = await readRequest(request, turns.backend, () => startChatRequest);
    const question = {
      userId,
      chatId: body.chatId ?? crypto.randomUUID(),
      messageId: body.messageId ?? crypto.randomUUID(),
      content: body.message,
      title: makeTitle(body.message),
      model: body.model,
      startsChat: true,
    };
    return respond(
      request,
      question,
      turns,
      ({ chat, question: userMessage, reply: aiMessage }) =>
        ({ chat, userMessage, aiMessage }) satisfies StartChatResponse,
    );
  };
}
