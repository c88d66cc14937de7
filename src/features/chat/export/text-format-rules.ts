import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { instant } from "#lib/timestamp.ts";
import { MODEL_LABELS } from "#models";
import type { ExportedMessage, ExportFormat } from "./format-rules.ts";
import { counted } from "./progress-rules.ts";

const CHAT_RULE = "=".repeat(72);
const MESSAGE_RULE = "-".repeat(72);

/** What a person reads: each chat with its title, each message with who wrote it and when. */
export const textFormat: ExportFormat = {
  label: "Readable text",
  hint: "To read, print or search.",
  ending: "txt",
  mime: "text/plain",
  beginChat: (chat, nodes) =>
    `${CHAT_RULE}\n${titleOf(chat)}\n${counted(nodes.length, "message")}, from ${moment(chat.created_at)}\n${CHAT_RULE}\n\n`,
  message: (message, { onPath }) =>
    `${authorOf(message)}${marksOf(message, onPath)}, ${moment(message.created_at)}:\n\n${message.content}\n\n${MESSAGE_RULE}\n\n`,
  closing: ({ chats, messages, checksum }) =>
    `End of the export: ${counted(chats, "chat")}, ${counted(messages, "message")}. SHA-256 of all lines above: ${checksum}\n`,
};

function authorOf({ role, model }: ExportedMessage): string {
  if (role === "user") return "You";
  return model === null ? "Assistant" : MODEL_LABELS[model];
}

/** ` (another reply, stopped)`: what sets a reply apart; nothing for most. */
function marksOf({ stopped_at }: ExportedMessage, onPath: boolean): string {
  const marks = [!onPath && "another reply", stopped_at !== null && "stopped"].filter(Boolean);
  return marks.length === 0 ? "" : ` (${marks.join(", ")})`;
}

/** `2026-11-21 08:04:19 UTC`: the same for every reader. */
function moment(timestamp: string): string {
  const text = new Date(instant(timestamp) / 1000).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`;
}
