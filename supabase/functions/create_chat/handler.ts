import { type CreateChatResponse, createChatRequest } from "../_shared/contract.ts";
import type { Backend } from "../_shared/database/backend.ts";
import { json } from "../_shared/endpoint/http.ts";
import { readRequest } from "../_shared/endpoint/read-request.ts";
import { newId } from "../_shared/new-id.ts";
import { refusalOf } from "../_shared/refusal.ts";

/**
 * POST /api/create_chat: makes an empty chat and returns it, or returns the chat that the member already has under the
 * given id. Refuses with 403 without an active membership.
 */
export function createChat({ backend }: { backend: Backend }) {
  return async (request: Request): Promise<Response> => {
    const { userId, body } = await readRequest(request, backend, () => createChatRequest);
    const outcome = await backend.call("create_chat", {
      p_user_id: userId,
      p_chat_id: body.chatId ?? newId(),
      p_model: body.model,
      p_chats_per_minute: backend.limits.chatsPerMinute,
    });
    if (outcome.outcome !== "created") throw refusalOf(outcome);
    return json({ chat: outcome.chat } satisfies CreateChatResponse);
  };
}
