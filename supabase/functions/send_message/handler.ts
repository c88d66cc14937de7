import {
  type SendMessageResponse,
  type StopResponse,
  sendMessageRequest,
  stopRequest,
} from "../_shared/contract.ts";
import { json } from "../_shared/endpoint/http.ts";
import { readRequest } from "../_shared/endpoint/read-request.ts";
import { newId } from "../_shared/new-id.ts";
import { refusalOf } from "../_shared/refusal.ts";
import type { RequestLog } from "../_shared/request-log.ts";
import { makeTitle } from "../_shared/text-rules.ts";
import { respondWithTurn } from "../_shared/turn/turn-response.ts";
import type { TurnContext } from "../_shared/turn/turn.ts";

/**
 * POST /api/send_message: stores a message in a chat, or asks a stored one again, and returns it with its answer. With
 * `stop: true` it ends answers that are being written instead; what was written so far is kept.
 */
export function sendMessage(context: TurnContext) {
  return async (request: Request, line: RequestLog): Promise<Response> => {
    const { userId, body } = await readRequest(request, context.backend, ({ stop = false }) =>
      stop === false ? sendMessageRequest : stopRequest,
    );
    if ("stop" in body) {
      const outcome = await context.backend.stopTurn(
        userId,
        body.chatId,
        body.messageId,
        body.answerId,
      );
      if (outcome.outcome === "not_found") throw refusalOf({ outcome: "not_found" });
      return json({ stopped: true } satisfies StopResponse);
    }
    const turn = {
      userId,
      chatId: body.chatId,
      messageId: body.messageId ?? newId(),
      content: body.message,
      title: makeTitle(body.message),
      model: body.model,
      startsChat: false,
      answerId: body.answerId,
      follows: body.follows,
      unlessChosen: body.unlessChosen,
      together: body.together,
    };
    return respondWithTurn(
      request,
      line,
      turn,
      context,
      ({ question: userMessage, reply: aiMessage, start }) =>
        ({ userMessage, aiMessage, ...start }) satisfies SendMessageResponse,
    );
  };
}
