import type { Chat, Message } from "#contract";
import { oneLine } from "#text-rules";
import type { PathNode, MessageOutline } from "./message-tree-rules.ts";

/** What of a message is exported. */
export type ExportedMessage = Pick<Message, "content" | "created_at" | "model" | "stopped_at"> &
  MessageOutline;

/** What was written: how much, and the SHA-256 of all lines before the last, in hexadecimal. */
export type ExportSummary = {
  readonly chats: number;
  readonly messages: number;
  readonly checksum: string;
};

/** How an export is written, piece by piece. A line break ends each chat. The last line, `closing`, stands alone. */
export type ExportFormat = {
  readonly label: string;
  readonly hint: string;
  /** How a file's name ends. */
  readonly ending: "json" | "txt";
  readonly mime: string;
  readonly beginChat: (chat: Chat, nodes: readonly PathNode[], isFirst: boolean) => string;
  readonly message: (message: ExportedMessage, node: PathNode) => string;
  readonly closing: (written: ExportSummary) => string;
};

/** The longest part of a title in a file's name. */
const TITLE_PART = 40;

/**
 * The name of the file: `chats-2026-11-22.json`, or with the title of the one chat, `where-is-rome-2026-11-22.txt`.
 * @param now in milliseconds since 1970
 */
export function fileNameFor(title: string | null, ending: "json" | "txt", now: number): string {
  const words = oneLine(title ?? "")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  const part = Array.from(words?.join("-") ?? "")
    .slice(0, TITLE_PART)
    .join("")
    .replace(/-$/, "");
  return `${part || "chats"}-${new Date(now).toISOString().slice(0, 10)}.${ending}`;
}
