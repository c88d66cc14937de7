import {
  type SendMessageResponse,
  type StopResponse,
  sendMessageRequest,
  stopRequest,
} from "../_shared/contract.ts";
import { json } from "../_shared/http.ts";
import { refusalOf } from "../_shared/refusals.ts";
import { readRequest } from "../_shared/request.ts";
import { makeTitle } from "../_shared/text-rules.ts";
import { respond } from "../_shared/turn-response.ts";
import type { Turns } from "../_shared/turn.ts";

/** POST /api/send_message (SPEC 7): a message in a chat and the reply to it; with `stop`, ends that reply (DESIGN 5). */
export function sendMessage(turns: Turns) {
  return async (request: Request): Promise<Response> => {
    const { userId, body } = await readRequest(request, turns.backend, ({ stop = false }) =>
      stop === false ? sendMessageRequest : stopRequest,
    );
    if ("stop" in body) {
      const outcome = await turns.backend.stopTurn(userId, body.chatId, body.messageId);
      if (outcome.outcome === "not_found") throw refusalOf({ outcome: "not_found" });
      return json({ stopped: true } satisfies StopResponse);
    }
    const question = {
      userId,
      chatId: body.chatId,
      messageId: body.messageId ?? crypto.randomUUID(),
      content: body.message,
      title: makeTitle(body.message),
      model: body.model,
      startsChat: false,
    };
    return respond(
      request,
      question,
      turns,
      ({ question: userMessage, reply: aiMessage }) =>
        ({ userMessage, aiMessage }) satisfies SendMessageResponse,
    );
  };
}
