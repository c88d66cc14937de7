import { MODEL_IDS, type ModelId } from "#models";
import { trimText } from "#text-rules";
import type { ChatReading, FoundMessage, LeftOut } from "../found-chat.ts";
import { MESSAGE_CHARACTERS } from "../message-tree.ts";
import {
  countLeftOut,
  type Fields,
  fieldsOf,
  isFields,
  isoTime,
  keyOf,
  listOf,
  nameOf,
  stringOf,
} from "../source-fields.ts";

/** The title of a chat without one, as the export writes it. */
const UNTITLED = "New conversation";

/** A message with what the tree says of it. */
type Node = { readonly id: string; readonly parent: string | null; readonly message: FoundMessage };

/**
 * Reads a chat of this product's own export. Its keys are ids, and its times are those of the database, which put the
 * messages in order. Null for anything else.
 */
export function readQuartet(value: unknown): ChatReading | null {
  if (!isFields(value) || !isFields(value["mapping"])) return null;
  // Older exports do not say whose they are, but each chat names one of our models.
  const model = knownModel(value["default_model_slug"]);
  if (value["source"] !== "quartet" && model === null) return null;
  const name = stringOf(value["title"]);
  const title = name === UNTITLED ? null : name;
  const leftOut: LeftOut = {};
  const nodes = nodesOf(value["mapping"], leftOut);
  const messages = inOrder(withChosen(nodes, stringOf(value["current_node"])));
  const id = nameOf(value["id"]) ?? nameOf(value["conversation_id"]) ?? messages[0]?.key;
  if (id === undefined || messages.length === 0) return { chats: [] };
  const createdAt = isoTime(value["create_time"]);
  const chat = { source: "quartet" as const, key: keyOf(id), title, createdAt, model };
  return { chats: [{ ...chat, messages, leftOut, isBranch: false, notes: [] }] };
}

const knownModel = (name: unknown): ModelId | null => MODEL_IDS.find((id) => id === name) ?? null;

function nodesOf(mapping: Fields, leftOut: LeftOut): Node[] {
  const all = Object.entries(mapping).map(([id, value]) => {
    const node = fieldsOf(value);
    const message = fieldsOf(node["message"]);
    const content = textOf(fieldsOf(message["content"]), leftOut);
    const role = id === "" || trimText(content) === "" ? null : roleOf(message);
    return { id, parent: stringOf(node["parent"]), message, role, content };
  });
  const questions = new Set(all.filter(({ role }) => role === "user").map(({ id }) => id));
  const instructions = new Map<string, string>();
  const nodes: Node[] = [];
  for (const { id, parent, message, role, content } of all) {
    if (role === null) continue;
    const createdAt = isoTime(message["create_time"]);
    const base = { key: keyOf(id), role, content, createdAt };
    if (role === "user") nodes.push({ id, parent, message: base });
    else {
      const replyTo = parent !== null && questions.has(parent) && { replyTo: keyOf(parent) };
      const more = replyFields(message, createdAt, instructions);
      nodes.push({ id, parent, message: { ...base, ...replyTo, ...more } });
    }
  }
  return nodes;
}

function roleOf(message: Fields): FoundMessage["role"] | null {
  const { role } = fieldsOf(message["author"]);
  return role === "user" || role === "assistant" ? role : null;
}

/** What a reply has beyond its text. @param instructions Those of the chat's replies so far, by their ids. */
function replyFields(
  message: Fields,
  createdAt: string | null,
  instructions: Map<string, string>,
): Partial<FoundMessage> {
  const metadata = fieldsOf(message["metadata"]);
  const slug = nameOf(metadata["model_slug"]);
  const model = knownModel(slug);
  const providerModel = nameOf(metadata["provider_model"]) ?? (model === null ? slug : null);
  const isStopped = message["status"] === "finished_partial_completion";
  const stoppedAt = isStopped ? (isoTime(metadata["stopped_at"]) ?? createdAt) : null;
  const compares = listOf(metadata["compares"])
    .map(nameOf)
    .filter((id) => id !== null);
  // Each text comes with the first reply of the chat that was given it.
  const version = stringOf(metadata["instructions_id"]) ?? "";
  const text = nameOf(metadata["instructions"]);
  if (text !== null) instructions.set(version, text);
  const given = text ?? instructions.get(version) ?? null;
  return {
    ...(model !== null && { model }),
    ...(providerModel !== null && { providerModel }),
    ...(stoppedAt !== null && { stoppedAt }),
    ...(compares.length > 0 && { compares: [...new Set(compares)].slice(0, 12).map(keyOf) }),
    ...(given !== null && { instructions: given }),
  };
}

function textOf(content: Fields, leftOut: LeftOut): string {
  const parts = listOf(content["parts"]);
  for (const part of parts) if (typeof part !== "string") countLeftOut(leftOut, "unknown part");
  return parts
    .filter((part) => typeof part === "string")
    .join("")
    .slice(0, MESSAGE_CHARACTERS);
}

/** Marks the replies that the conversation went on from, where they are not the newest ones. */
function withChosen(nodes: readonly Node[], current: string | null): FoundMessage[] {
  const isReply = ({ message }: Node) => message.role === "assistant" && !message.compares;
  const followed = new Set<string | null>([current]);
  for (const { parent, message } of nodes) if (message.role === "user") followed.add(parent);
  const newest = new Map<string, Node>();
  for (const node of nodes.filter(isReply)) {
    const other = newest.get(node.parent ?? "");
    if (!other || (node.message.createdAt ?? "") >= (other.message.createdAt ?? "")) {
      newest.set(node.parent ?? "", node);
    }
  }
  return nodes.map((node) =>
    isReply(node) && followed.has(node.id) && newest.get(node.parent ?? "") !== node
      ? { ...node.message, chosen: true }
      : node.message,
  );
}

/** The order of the database, where each message has its time. */
function inOrder(messages: readonly FoundMessage[]): FoundMessage[] {
  if (messages.some(({ createdAt }) => !createdAt)) return [...messages];
  const timeOf = ({ createdAt }: FoundMessage) => createdAt ?? "";
  return messages.toSorted((left, right) =>
    timeOf(left) === timeOf(right) ? 0 : timeOf(left) < timeOf(right) ? -1 : 1,
  );
}
