import { type StartChatResponse, startChatRequest } from "../_shared/contract.ts";
import { readRequest } from "../_shared/endpoint/read-request.ts";
import { newId } from "../_shared/new-id.ts";
import type { RequestLog } from "../_shared/request-log.ts";
import { makeTitle } from "../_shared/text-rules.ts";
import { respondWithTurn } from "../_shared/turn/turn-response.ts";
import type { TurnContext } from "../_shared/turn/turn.ts";

/** POST /api/start_chat: makes a chat that begins with a message, and returns both with the answer. */
export function startChat(context: TurnContext) {
  return async (request: Request, line: RequestLog): Promise<Response> => {
    const { userId, body } = await readRequest(request, context.backend, () => startChatRequest);
    const turn = {
      userId,
      chatId: body.chatId ?? newId(),
      messageId: body.messageId ?? newId(),
      content: body.message,
      title: makeTitle(body.message),
      model: body.model,
      startsChat: true,
      answerId: body.answerId,
      together: body.together,
      from: body.from,
    };
    return respondWithTurn(
      request,
      line,
      turn,
      context,
      ({ chat, question: userMessage, reply: aiMessage, start }) =>
        ({ chat, userMessage, aiMessage, ...start }) satisfies StartChatResponse,
    );
  };
}
