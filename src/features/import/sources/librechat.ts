import { marksOfFiles, textOfParts, withMarks } from "../content-parts.ts";
import type { ChatReading, LeftOut } from "../found-chat.ts";
import { readTree, type TreeNode } from "../message-tree.ts";
import {
  countLeftOut,
  type Fields,
  fieldsOf,
  isFields,
  isoTime,
  listOf,
  nameOf,
  stringOf,
} from "../source-fields.ts";

/** The title of a chat that nobody has named. */
const UNTITLED = "New Chat";
/** What a model thought, as older versions have it in the text. */
const THOUGHT = /^\s*:::thinking\s[^]*?\n:::\s*/;
/** An id instead of a model's name. */
const AGENT = /^(?:agent|asst)_/;

/** Reads a chat as LibreChat exports it: one in a file, its messages in a list or as a tree. Null for anything else. */
export function readLibreChat(value: unknown): ChatReading | null {
  if (!isFields(value)) return null;
  const messages = [value["messagesTree"], value["messages"]].find((list) => Array.isArray(list));
  const isOurs = typeof value["conversationId"] === "string" || hasOurIds(listOf(messages));
  if (messages === undefined || !isOurs) return null;
  const title = nameOf(value["title"]);
  const model = nameOf(fieldsOf(value["options"])["model"]) ?? nameOf(value["model"]);
  return readTree({
    source: "librechat",
    id: nameOf(value["conversationId"]),
    title: title === UNTITLED ? null : title,
    createdAt: isoTime(value["createdAt"]),
    model: null,
    nodes: nodesOf(listOf(messages), model),
    shown: null,
  });
}

const hasOurIds = (messages: readonly unknown[]): boolean =>
  messages.some((message) => typeof fieldsOf(message)["messageId"] === "string");

/** All messages, each once, however deep they are. */
function nodesOf(messages: readonly unknown[], model: string | null): TreeNode[] {
  const nodes = new Map<string, TreeNode>();
  const open: { message: unknown; parent: string | null }[] = [];
  const openAll = (list: readonly unknown[], parent: string | null) => {
    for (const message of list.toReversed()) open.push({ message, parent });
  };
  openAll(messages, null);
  let missing = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { message } = next;
    if (!isFields(message)) continue;
    const ownId = nameOf(message["messageId"]);
    if (ownId === null) missing += 1;
    const id = ownId ?? `message ${missing}`;
    const parent = next.parent ?? stringOf(message["parentMessageId"]);
    nodes.set(id, nodeOf(message, { id, parent, model }));
    openAll(listOf(message["children"]), id);
  }
  return [...nodes.values()];
}

type Place = { readonly id: string; readonly parent: string | null; readonly model: string | null };

function nodeOf(message: Fields, { id, parent, model }: Place): TreeNode {
  const leftOut: LeftOut = {};
  const createdAt = isoTime(message["createdAt"]);
  const place = { id, parent, createdAt, leftOut };
  const files = [...listOf(message["files"]), ...listOf(message["attachments"])];
  const text = withMarks(textOf(message, leftOut), marksOfFiles(files, leftOut));
  const isQuestion =
    message["isCreatedByUser"] === true ||
    (message["isCreatedByUser"] === undefined && message["sender"] === "User");
  if (isQuestion) return { ...place, role: "user", content: text };
  const named = nameOf(message["model"]) ?? model;
  const providerModel = named === null || AGENT.test(named) ? nameOf(message["sender"]) : named;
  const stoppedAt =
    message["unfinished"] === true ? (createdAt ?? isoTime(message["updatedAt"])) : null;
  return {
    ...place,
    role: "assistant",
    // Where there was an error, the text says what.
    content: message["error"] === true ? "" : text,
    more: {
      ...(providerModel !== null && { providerModel }),
      ...(stoppedAt !== null && { stoppedAt }),
    },
  };
}

function textOf(message: Fields, leftOut: LeftOut): string {
  const content = textOfParts(listOf(message["content"]), leftOut);
  const text = content === "" ? (stringOf(message["text"]) ?? "") : content;
  const thought = THOUGHT.exec(text);
  if (thought === null) return text;
  countLeftOut(leftOut, "thought");
  return text.slice(thought[0].length);
}
