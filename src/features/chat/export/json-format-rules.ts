import type { Chat } from "#contract";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { instant } from "#lib/timestamp.ts";
import type { ExportedMessage, ExportFormat } from "./format-rules.ts";
import type { PathNode } from "./message-tree-rules.ts";

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
  // What follows the mapping of a chat is written with the next chat, or with the last line.
  beginChat: (chat, nodes, isFirst) => {
    const head = JSON.stringify(headOf(chat, nodes)).slice(0, -1);
    return `${isFirst ? "[\n" : "}},\n"}${head},"mapping":{\n"${ROOT}":${JSON.stringify(rootOf(nodes))}`;
  },
  message: (message, node) => `,\n"${message.id}":${JSON.stringify(nodeOf(message, node))}`,
  closing: ({ chats, messages, checksum }) => {
    const written = { chats, messages, sha256_of_all_lines_above: checksum };
    return chats === 0 ? "[]\n" : `},"export":${JSON.stringify(written)}}]\n`;
  },
};

function headOf(chat: Chat, nodes: readonly PathNode[]) {
  return {
    title: titleOf(chat),
    create_time: seconds(chat.created_at),
    update_time: seconds(chat.last_message_at ?? chat.created_at),
    id: chat.id,
    conversation_id: chat.id,
    current_node: nodes.at(-1)?.id ?? ROOT,
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

function nodeOf(message: ExportedMessage, { parent, children }: PathNode) {
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
      metadata: message.model === null ? {} : { model_slug: message.model },
      recipient: "all",
      channel: null,
    },
    parent: parent ?? ROOT,
    children,
  };
}
