import type { Chat } from "#contract";
import type { ExportSource } from "#features/chat/export/export-api.ts";
import type { FileSink } from "#features/chat/export/file-sink.ts";
import type { ExportedMessage } from "#features/chat/export/format-rules.ts";

const PAGE = 50;

/** A message as an export reads it, `second` seconds after midnight. */
export function exported(
  id: string,
  second: number,
  parts: Partial<ExportedMessage> = {},
): ExportedMessage {
  const isAnswer = parts.reply_to != null;
  return {
    id,
    role: isAnswer ? "assistant" : "user",
    content: `Content of ${id}`,
    created_at: new Date(Date.UTC(2026, 10, 21) + second * 1000).toISOString(),
    model: isAnswer ? "grok" : null,
    provider_model: null,
    reply_to: null,
    follows: null,
    stopped_at: null,
    compares: null,
    instructions_id: null,
    ...parts,
  };
}

/**
 * Chats with their messages as the database would give them, page by page. `reads` lists what was asked. `instructions`:
 * what the person asks of all models.
 */
export function historySource(
  history: readonly (readonly [Chat, readonly ExportedMessage[]])[],
  instructions: string | null = null,
) {
  const reads: string[] = [];
  const after = (chatId: string, last: Pick<ExportedMessage, "created_at"> | null) => {
    const messages = history.find(([chat]) => chat.id === chatId)?.[1] ?? [];
    return messages
      .filter(({ created_at }) => last === null || created_at > last.created_at)
      .slice(0, PAGE);
  };
  const source: ExportSource = {
    chats: async (last) => {
      reads.push("chats");
      const chats = history.map(([chat]) => chat);
      const start = chats.findIndex(({ id }) => id === last?.id) + 1;
      const page = chats.slice(start, start + PAGE);
      return { chats: page, full: page.length === PAGE };
    },
    messages: async (chatId, last) => {
      reads.push("messages");
      return after(chatId, last);
    },
    instructions: async () => instructions,
    givenInstructions: async (id) => `Text of ${id}`,
    messagesOf: async (ids) => {
      reads.push("messagesOf");
      return history.flatMap(([, messages]) => messages.filter(({ id }) => ids.includes(id)));
    },
  };
  return { source, reads };
}

/** A file in memory. */
export function memoryFile() {
  const pieces: Uint8Array[] = [];
  const write: FileSink["write"] = async (bytes) => void pieces.push(bytes.slice());
  return { write, pieces, text: () => Buffer.concat(pieces).toString("utf8") };
}
