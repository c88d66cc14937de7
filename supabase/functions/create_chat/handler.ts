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
    const chatId = body.chatId ?? crypto.randomUUID();
    const created = await backend.createChat(userId, chatId, body.model);
    if (created.outcome !== "created") throw refusalOf(created);
    if (body.title === undefined) return json({ chat: created.chat } satisfies CreateChatResponse);
    const renamed = await backend.renameChat(userId, chatId, body.title);
    if (renamed.outcome !== "renamed") throw refusalOf(renamed);
    return json({ chat: renamed.chat } satisfies CreateChatResponse);
  };
}
