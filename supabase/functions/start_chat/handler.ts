import { startChatRequest } from "../_shared/contract.ts";
import { readRequest } from "../_shared/endpoint/read-request.ts";
import { newId } from "../_shared/new-id.ts";
import type { RequestLog } from "../_shared/request-log.ts";
import { respondWithTurn } from "../_shared/turn/turn-response.ts";
import type { TurnContext } from "../_shared/turn/turn.ts";

/** POST /api/start_chat: makes a chat that begins with a message, and returns both with the answer. */
export function startChat(context: TurnContext) {
  return async (request: Request, requestLog: RequestLog): Promise<Response> => {
    const { userId, body } = await readRequest(request, context.backend, () => startChatRequest);
    const chatId = body.chatId ?? newId();
    const messageId = body.messageId ?? newId();
    const turn = { ...body, userId, chatId, messageId, startsChat: true };
    return respondWithTurn(request, requestLog, turn, context);
  };
}
