import {
  chooseAnswerRequest,
  renameChatRequest,
  restoreChatRequest,
  seeChatRequest,
  type UpdateChatResponse,
} from "../_shared/contract.ts";
import { json } from "../_shared/endpoint/http.ts";
import { readRequest } from "../_shared/endpoint/read-request.ts";
import { refusalOf } from "../_shared/refusal.ts";
import type { TurnContext } from "../_shared/turn/turn.ts";

/**
 * POST /api/update_chat: renames a chat of the person, undoes its deletion with `restore: true`, chooses one of several
 * answers with `answerId`, or notes what was seen with `seen`, and returns the chat. A live session is enough, without
 * a membership. Refuses with 404 when the chat, or the answer in it, is not there or not the person's, and with 410
 * when it was deleted: for a restore, more than ten minutes ago.
 */
export function updateChat({ backend }: Pick<TurnContext, "backend">) {
  return async (request: Request): Promise<Response> => {
    const { userId, body } = await readRequest(request, backend, ({ restore = false, ...fields }) =>
      restore !== false
        ? restoreChatRequest
        : "answerId" in fields && !("title" in fields)
          ? chooseAnswerRequest
          : "seen" in fields && !("title" in fields)
            ? seeChatRequest
            : renameChatRequest,
    );
    const chat = { p_user_id: userId, p_chat_id: body.chatId };
    const { chatsPerMinute: p_chats_per_minute } = backend.limits;
    const outcome =
      "restore" in body
        ? await backend.call("restore_chat", { ...chat, p_chats_per_minute })
        : "answerId" in body
          ? await backend.call("choose_answer", { ...chat, p_answer_id: body.answerId })
          : "seen" in body
            ? await backend.call("see_chat", { ...chat, p_seen: body.seen })
            : await backend.call("rename_chat", { ...chat, p_title: body.title });
    if (!("chat" in outcome)) throw refusalOf(outcome);
    return json({ chat: outcome.chat } satisfies UpdateChatResponse);
  };
}
