import type { Chat, ImportSource, Message } from "#contract";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { writtenFrom } from "#features/chat/data/comparison-words-rules.ts";
import { authorOf } from "#features/chat/data/message-rules.ts";
import { counted } from "#lib/counted.ts";
import { instant } from "#lib/timestamp.ts";
import { MODEL_LABELS } from "#models";
import { oneLine, startOf } from "#text-rules";
import type { MessageOutline, PathNode } from "./message-tree-rules.ts";

/** What of a message is exported. */
export type ExportedMessage = Pick<
  Message,
  "content" | "created_at" | "model" | "provider_model" | "stopped_at" | "instructions_id"
> &
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
  /** Whether each chat may be taken by itself, so that the instructions stand in each whose replies were given them. */
  readonly isInParts: boolean;
  /** What stands before all chats: what the person asks of all models. */
  readonly opening: (instructions: string) => string;
  readonly beginChat: (chat: Chat, nodes: readonly PathNode[], isFirst: boolean) => string;
  /** `instructions`: what the model was given of them, where no message before this one was, of all or of its chat. */
  readonly message: (
    message: ExportedMessage,
    node: PathNode,
    instructions: string | null,
  ) => string;
  readonly closing: (written: ExportSummary, instructions: string | null) => string;
};

const CHAT_RULE = "=".repeat(72);
const MESSAGE_RULE = "-".repeat(72);

/** What a person reads: each chat with its title, each message with who wrote it and when. */
export const textFormat: ExportFormat = {
  label: "Readable text",
  hint: "To read, print or search.",
  ending: "txt",
  mime: "text/plain",
  isInParts: false,
  opening: (instructions) =>
    `${CHAT_RULE}\nInstructions for all models\n${CHAT_RULE}\n\n${instructions}\n\n`,
  beginChat: (chat, nodes) =>
    `${CHAT_RULE}\n${titleOf(chat)}\n${counted(nodes.length, "message")}, from ${moment(chat.created_at)}\n${CHAT_RULE}\n\n`,
  message: (message, { onPath }, instructions) =>
    `${instructions === null ? "" : `Instructions for all models, given from here on:\n\n${instructions}\n\n${MESSAGE_RULE}\n\n`}${message.role === "user" ? "You" : (authorOf(message) ?? "Assistant")}${marksOf(message, onPath)}, ${moment(message.created_at)}:\n\n${aboutOf(message)}${message.content}\n\n${MESSAGE_RULE}\n\n`,
  closing: ({ chats, messages, checksum }) =>
    `End of the export: ${counted(chats, "chat")}, ${counted(messages, "message")}. SHA-256 of all lines above: ${checksum}\n`,
};

/** ` (another reply, stopped)`: what sets a reply apart; nothing for most. */
function marksOf({ stopped_at, compares }: ExportedMessage, onPath: boolean): string {
  const kind = compares && (compares.length === 1 ? "second opinion" : "comparison");
  const marks = [kind ?? (!onPath && "another reply"), stopped_at !== null && "stopped"].filter(
    Boolean,
  );
  return marks.length === 0 ? "" : ` (${marks.join(", ")})`;
}

/** What a text about replies says of itself; nothing for all others. */
const aboutOf = ({ compares, model }: ExportedMessage) =>
  compares === null ? "" : `${writtenFrom(model && MODEL_LABELS[model], compares.length)}\n\n`;

/** `2026-11-21 08:04:19 UTC`: the same for every reader. */
function moment(timestamp: string): string {
  const text = new Date(instant(timestamp) / 1000).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`;
}

/** The node above the first message. It holds no message, as in the exports of ChatGPT. */
const ROOT = "client-created-root";

const seconds = (timestamp: string | null) =>
  timestamp === null ? null : instant(timestamp) / 1_000_000;

/**
 * The shape of ChatGPT's own conversations.json, which other products import. An importer takes every element of the
 * array for a conversation, so the counts and the checksum are a property of the last one.
 */
export const jsonFormat: ExportFormat = {
  label: "JSON",
  hint: "With every reply, in the form that ChatGPT exports and other products import.",
  ending: "json",
  mime: "application/json",
  isInParts: true,
  // It stands with the counts: an importer takes every element for a conversation.
  opening: () => "",
  // What follows the mapping of a chat is written with the next chat, or with the last line.
  beginChat: (chat, nodes, isFirst) => {
    const head = JSON.stringify(headOf(chat, nodes)).slice(0, -1);
    return `${isFirst ? "[\n" : "}},\n"}${head},"mapping":{\n"${ROOT}":${JSON.stringify(rootOf(nodes))}`;
  },
  message: (message, node, instructions) =>
    `,\n"${message.id}":${JSON.stringify(nodeOf(message, node, instructions))}`,
  closing: ({ chats, messages, checksum }, instructions) => {
    const now = instructions === null ? {} : { instructions };
    const written = { ...now, chats, messages, sha256_of_all_lines_above: checksum };
    return chats === 0 ? "[]\n" : `},"export":${JSON.stringify(written)}}]\n`;
  },
};

function headOf(chat: Chat, nodes: readonly PathNode[]) {
  return {
    // Whose it is, chat by chat: files are put together.
    source: "quartet" satisfies ImportSource,
    title: titleOf(chat),
    create_time: seconds(chat.created_at),
    update_time: seconds(chat.last_message_at ?? chat.created_at),
    id: chat.id,
    conversation_id: chat.id,
    current_node: nodes.findLast(({ onPath }) => onPath)?.id ?? ROOT,
    default_model_slug: chat.model,
    is_archived: false,
    moderation_results: [],
    plugin_ids: null,
    conversation_template_id: null,
    gizmo_id: null,
    safe_urls: [],
  };
}

const rootOf = (nodes: readonly PathNode[]) => {
  const children = nodes.slice(0, 1).map(({ id }) => id);
  return { id: ROOT, message: null, parent: null, children };
};

function nodeOf(
  message: ExportedMessage,
  { parent, children }: PathNode,
  instructions: string | null,
) {
  return {
    id: message.id,
    message: {
      id: message.id,
      author: { role: message.role, name: null, metadata: {} },
      create_time: seconds(message.created_at),
      update_time: null,
      content: { content_type: "text", parts: [message.content] },
      status: message.stopped_at === null ? "finished_successfully" : "finished_partial_completion",
      end_turn: message.stopped_at === null,
      weight: 1,
      metadata: {
        ...(message.model !== null && { model_slug: message.model }),
        ...(message.provider_model !== null && { provider_model: message.provider_model }),
        ...(message.stopped_at !== null && { stopped_at: seconds(message.stopped_at) }),
        ...(message.compares !== null && { compares: message.compares }),
        ...(message.instructions_id !== null && { instructions_id: message.instructions_id }),
        ...(instructions !== null && { instructions }),
      },
      recipient: "all",
      channel: null,
    },
    parent: parent ?? ROOT,
    children,
  };
}

/** The longest part of a title in a file's name, in characters. */
const TITLE_PART = 40;

/**
 * The name of the file: `chats-2026-11-22.json`, or with the title of the one chat, `where-is-rome-2026-11-22.txt`.
 * @param now in milliseconds since 1970
 */
export function fileNameFor(title: string | null, ending: "json" | "txt", now: number): string {
  const words = oneLine(title ?? "")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  const part = startOf(words?.join("-") ?? "", TITLE_PART).replace(/-$/, "");
  return `${part || "chats"}-${new Date(now).toISOString().slice(0, 10)}.${ending}`;
}
