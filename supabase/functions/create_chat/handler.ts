import type { Backend } from "../_shared/backend.ts";
import { type CreateChatResponse, createChatRequest } from "../_shared/contract.ts";
import { json } from "../_shared/http.ts";
import { refusalOf } from "../_shared/refusals.ts";
import { readRequest } from "../_shared/request.ts";

/**
 * POST /api/create_chat (SPEC 7): an empty chat for a member whose membership is active. With the id of a chat that the
 * member has, and a title, it gives the chat that title.
 */
export function createChat({ backend }: { backend: Backend }) {
  return async (request: Request): Promise<Response> => {
    const { userId, body } = await readRequest(request, backend, () => createChatRequest);
    const outcome = await backend.createChat(userId, body.chatId ?? crypto.randomUUID(), body);
    if (outcome.outcome !== "created") throw refusalOf(outcome);
    return json({ chat: outcome.chat } satisfies CreateChatResponse);
  };
}
