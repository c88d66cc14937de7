import { textOfParts } from "../content-parts.ts";
import type { ChatReading, LeftOut } from "../found-chat.ts";
import { readTree, type TreeNode } from "../message-tree.ts";
import { type Fields, fieldsOf, isFields, nameOf, stringOf } from "../source-fields.ts";

/**
 * Reads a chat of chatbot-ui's export, which has no times and no ids of messages: their places are their ids. Null for
 * anything else.
 */
export function readChatbotUi(value: unknown): ChatReading | null {
  if (!isFields(value)) return null;
  const { name, messages, id, model } = value;
  if (typeof name !== "string" || !Array.isArray(messages)) return null;
  const providerModel = nameOf(fieldsOf(model)["id"]) ?? nameOf(model);
  const nodes = messages.map((message: unknown, index) =>
    nodeOf(fieldsOf(message), index, providerModel),
  );
  return readTree({
    source: "chatbotui",
    // The oldest exports number their chats.
    id: typeof id === "number" ? String(id) : (stringOf(id) ?? keyFrom(name, nodes)),
    title: name,
    createdAt: null,
    model: null,
    nodes,
    shown: null,
  });
}

function nodeOf({ role, content }: Fields, index: number, providerModel: string | null): TreeNode {
  const leftOut: LeftOut = {};
  const isShown = role === "user" || role === "assistant";
  const node: TreeNode = {
    id: String(index),
    parent: index === 0 ? null : String(index - 1),
    role: role === "user" ? role : "assistant",
    content: isShown ? textOfParts(content, leftOut) : "",
    createdAt: null,
    leftOut,
  };
  return role === "assistant" && providerModel !== null
    ? { ...node, more: { providerModel } }
    : node;
}

/** What identifies a chat without an id. */
const keyFrom = (name: string, nodes: readonly TreeNode[]): string =>
  `${name}\n${nodes.find(({ content }) => content !== "")?.content ?? ""}`;
