import { sendMessageRequest, stopRequest, type StopResponse } from "../_shared/contract.ts";
import { json } from "../_shared/endpoint/http.ts";
import { readRequest } from "../_shared/endpoint/read-request.ts";
import { newId } from "../_shared/new-id.ts";
import { refusalOf } from "../_shared/refusal.ts";
import type { RequestLog } from "../_shared/request-log.ts";
import { CONTENT_BYTES } from "../_shared/text-rules.ts";
import { respondWithTurn } from "../_shared/turn/turn-response.ts";
import type { TurnContext } from "../_shared/turn/turn.ts";

/** The longest stored question with every character escaped, and room to spare. */
const BODY_LIMIT = 6 * CONTENT_BYTES + 64 * 1024;

/**
 * POST /api/send_message: stores a message in a chat, or asks a stored one again, and returns it with its answer. With
 * `stop: true` it ends answers that are being written instead; what was written so far is kept.
 */
export function sendMessage(context: TurnContext) {
  return async (request: Request, requestLog: RequestLog): Promise<Response> => {
    const { userId, body } = await readRequest(
      request,
      context.backend,
      ({ stop = false }) => (stop === false ? sendMessageRequest : stopRequest),
      BODY_LIMIT,
    );
    if ("stop" in body) {
      const { outcome } = await context.backend.call("stop_turn", {
        p_user_id: userId,
        p_chat_id: body.chatId,
        p_question_id: body.messageId,
        p_answer_id: body.answerId,
      });
      if (outcome === "not_found") throw refusalOf({ outcome });
      return json({ stopped: true } satisfies StopResponse);
    }
    const messageId = body.messageId ?? newId();
    const turn = { ...body, userId, messageId, startsChat: false };
    return respondWithTurn(request, requestLog, turn, context);
  };
}
