import type { Backend } from "../_shared/backend.ts";
import {
  renameChatRequest,
  restoreChatRequest,
  type UpdateChatResponse,
} from "../_shared/contract.ts";
import { json } from "../_shared/http.ts";
import { readRequest } from "../_shared/read-request.ts";
import { refusalOf } from "../_shared/refusal.ts";

/**
 * POST /api/update_chat: gives a chat of the person another title, or with `restore: true` undoes its deletion, and
 * returns the chat. A live session is enough; keeping one's own history in order needs no membership. Refuses with 404
 * when the chat is not there or not the person's, and with 410 when it was deleted: for a restore, more than ten minutes
 * ago.
 */
export function updateChat({ backend }: { backend: Backend }) {
  return async (request: Request): Promise<Response> => {
    const { userId, body } = await readRequest(request, backend, ({ restore = false }) =>
      restore === false ? renameChatRequest : restoreChatRequest,
    );
    const outcome =
      "restore" in body
        ? await backend.restoreChat(userId, body.chatId)
        : await backend.renameChat(userId, body.chatId, body.title);
    if (outcome.outcome !== "renamed" && outcome.outcome !== "restored") throw refusalOf(outcome);
    return json({ chat: outcome.chat } satisfies UpdateChatResponse);
  };
}
