import type { Chat } from "#contract";
import { exportSource } from "./export-api.ts";
import { exportChats } from "./export-chats.ts";
import { textFormat } from "./format-rules.ts";

/** A chat as the export writes it as text, without the last line. Throws what the database returned. */
export async function conversationText(userId: string, chat: Chat): Promise<Blob> {
  const pieces: Blob[] = [];
  await exportChats({
    source: exportSource(userId, chat, new AbortController().signal),
    format: { ...textFormat, closing: () => "" },
    write: async (bytes) => void pieces.push(new Blob([bytes])),
  });
  return new Blob(pieces, { type: "text/plain" });
}
