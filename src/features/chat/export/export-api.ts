import type { Chat } from "#contract";
import { listChats } from "#features/chat/data/chat-api.ts";
import type { ChatPage } from "#features/chat/data/chat-pages-rules.ts";
import { readGivenInstructions } from "#features/chat/data/given-instructions-api.ts";
import { MESSAGES_PAGE } from "#features/chat/data/message-pages-rules.ts";
import type { TableClient } from "#lib/database-client.ts";
import { database } from "#lib/database.ts";
import type { Caller } from "#lib/patience.ts";
import { accessToken } from "#lib/session.ts";
import type { ExportedMessage } from "./format-rules.ts";

const COLUMNS =
  "id, created_at, role, reply_to, follows, model, provider_model, stopped_at, compares, instructions_id, content";

export type ExportSource = ReturnType<typeof exportSource>;

/**
 * What an export of a person's chats reads, or of one chat of theirs. Every read is one page. They throw what the
 * database returned, and the signal's reason when it was aborted.
 * @param reader Makes each of them.
 */
export function exportSource(
  userId: string,
  only: Chat | null,
  signal: AbortSignal,
  reader: Caller = (read) => read(),
) {
  // Somebody else's session would be given nothing, and the file would look whole.
  const ownRead: Caller = (read) => reader(() => accessToken(userId).then(read));
  const messages = (narrowed: (all: MessagesQuery) => MessagesQuery) =>
    ownRead(async () => {
      const query = narrowed(messagesOf(await database(), userId)).limit(MESSAGES_PAGE);
      const { data } = await query.abortSignal(signal).throwOnError();
      return data as ExportedMessage[];
    });
  return {
    /** The chats after `last`, newest first. */
    chats: async (last: Chat | null): Promise<ChatPage> =>
      only === null
        ? ownRead(() => listChats(userId, last, signal))
        : { chats: [only], full: false },
    /**
     * The messages of a chat after `last`, oldest first; none at the end. Their times are all different, so that the time
     * alone says where a page begins.
     */
    messages: (chatId: string, last: Pick<ExportedMessage, "created_at"> | null) =>
      messages((all) => {
        const ordered = all.eq("chat_id", chatId).order("created_at");
        return last === null ? ordered : ordered.gt("created_at", last.created_at);
      }),
    /** What the person asks of all models now; null for nothing, and in the export of one chat. */
    instructions: async () =>
      only === null
        ? ownRead(async () => {
            const query = (await database()).from("users").select("instructions").eq("id", userId);
            const { data } = await query.abortSignal(signal).maybeSingle().throwOnError();
            return data?.instructions ?? null;
          })
        : null,
    /** What a reply was given of it, by its id. */
    givenInstructions: (id: string) => ownRead(() => readGivenInstructions(id, signal)),
    /** The messages of these ids, at most a page of them, in any order; fewer where some have been deleted. */
    messagesOf: (ids: readonly string[]) => messages((all) => all.in("id", ids)),
  };
}

const messagesOf = (client: TableClient, userId: string) =>
  client.from("messages").select(COLUMNS).eq("user_id", userId);
type MessagesQuery = ReturnType<typeof messagesOf>;
