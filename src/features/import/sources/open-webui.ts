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
  PICTURE_MARK,
  stringOf,
} from "../source-fields.ts";

/** The title of a chat that nobody has named. */
const UNTITLED = "New Chat";
/** The start and end tags of blocks that are no part of the reply. */
const BLOCK_EDGES =
  /<details\s+type="(?<type>reasoning|tool_calls|code_interpreter)"|(?<lineBreak>\n?)<\/details>/g;
/** What a model thought, as it wrote it itself. */
const THOUGHT = /^\s*<(think(?:ing)?)>[^]*?(?:<\/\1>\s*|$)/;
/** A picture in a text that is in the text itself, or on the server that the file comes from. */
const OWN_PICTURE = /!\[[^\][]{0,200}\]\((?:data:|\/)[^()\s[]*\)/g;

/** Reads an element of Open WebUI's export, also of an older one without the wrapper. Null for anything else. */
export function readOpenWebUi(value: unknown): ChatReading | null {
  if (!isFields(value)) return null;
  const chat = isFields(value["chat"]) ? value["chat"] : value;
  const history = fieldsOf(chat["history"]);
  const isWrapped =
    chat !== value && (Object.hasOwn(chat, "history") || Object.hasOwn(chat, "messages"));
  // The oldest chats have no history, but the models that were asked.
  const isFirst = Array.isArray(value["models"]) && Array.isArray(value["messages"]);
  if (!isWrapped && !isFirst && !isFields(history["messages"])) return null;
  const name = nameOf(value["title"]) ?? nameOf(chat["title"]);
  const models = listOf(chat["models"]);
  return readTree({
    source: "openwebui",
    id: nameOf(value["id"]) ?? nameOf(chat["id"]),
    title: name === UNTITLED ? null : name,
    createdAt: isoTime(value["created_at"]) ?? isoTime(chat["timestamp"]),
    model: null,
    nodes: nodesOf(history, chat, models.length === 1 ? nameOf(models[0]) : null),
    shown: stringOf(history["currentId"]),
  });
}

function nodesOf(history: Fields, chat: Fields, model: string | null): TreeNode[] {
  const messages = Object.entries(fieldsOf(history["messages"])).filter(([, it]) => isFields(it));
  const nodes = new Map<string, TreeNode>();
  if (messages.length === 0) {
    // The oldest chats are a list, and some of its messages have no ids.
    let parent: string | null = null;
    for (const [index, message] of listOf(chat["messages"]).entries()) {
      if (!isFields(message)) continue;
      const id: string = nameOf(message["id"]) ?? `message ${index}`;
      const own: string | null = stringOf(message["parentId"]) ?? parent;
      if (!nodes.has(id)) nodes.set(id, nodeOf(message, { id, parent: own, model }));
      parent = id;
    }
    return [...nodes.values()];
  }
  const parents = new Map<string, string>();
  for (const [id, message] of messages) {
    for (const child of listOf(fieldsOf(message)["childrenIds"])) {
      if (typeof child === "string" && !parents.has(child)) parents.set(child, id);
    }
  }
  for (const [id, message] of messages) {
    const fields = fieldsOf(message);
    const parent = nameOf(fields["parentId"]) ?? parents.get(id) ?? null;
    nodes.set(id, nodeOf(fields, { id, parent, model }));
  }
  return [...nodes.values()];
}

type Place = { readonly id: string; readonly parent: string | null; readonly model: string | null };

function nodeOf(message: Fields, { id, parent, model }: Place): TreeNode {
  const createdAt = isoTime(message["timestamp"]);
  const leftOut: LeftOut = {};
  const role = message["role"];
  const place = { id, parent, createdAt, leftOut };
  if (role === "user") {
    const text = textOfParts(message["content"], leftOut);
    const marks = marksOfFiles(listOf(message["files"]), leftOut);
    return { ...place, role, content: withMarks(text, marks) };
  }
  if (role !== "assistant") return { ...place, role: "assistant", content: "" };
  const providerModel = nameOf(message["model"]) ?? nameOf(message["modelName"]) ?? model;
  const isStopped = message["done"] === false && createdAt !== null;
  const marks = marksOfFiles(listOf(message["files"]), leftOut);
  return {
    ...place,
    role,
    content: withMarks(replyOf(message, leftOut), marks),
    more: {
      ...(providerModel !== null && { providerModel }),
      ...(isStopped && { stoppedAt: createdAt }),
    },
  };
}

/** The text of a reply. Newer chats have it in parts too, which say better what is text, unless it was edited. */
function replyOf(message: Fields, leftOut: LeftOut): string {
  const inParts: LeftOut = {};
  const output = listOf(message["output"]);
  const written = message["originalContent"] === undefined ? textOfParts(output, inParts) : "";
  if (written.trim() !== "") {
    Object.assign(leftOut, inParts);
    return withoutBlocks(written, leftOut);
  }
  return withoutBlocks(textOfParts(message["content"], leftOut), leftOut);
}

/** The text without the blocks of what a model thought and what tools did. */
function withoutBlocks(text: string, leftOut: LeftOut): string {
  const pieces: string[] = [];
  /** Where text begins that is in no piece yet. Within a block: the text after a tag that may have ended it. */
  let from: number | null = 0;
  let isInside = false;
  for (const { index, 0: edge, groups } of text.matchAll(BLOCK_EDGES)) {
    if (groups?.["type"] !== undefined) {
      if (isInside && from === null) continue;
      pieces.push(text.slice(from ?? 0, index));
      isInside = true;
      from = null;
      countLeftOut(leftOut, groups["type"] === "reasoning" ? "thought" : "tool step");
    } else if (isInside && (groups?.["lineBreak"] !== "" || from === null)) {
      from = index + edge.length;
      // In what is quoted, no line begins with this tag.
      isInside = groups?.["lineBreak"] === "";
    }
  }
  if (from !== null) pieces.push(text.slice(from));
  const remaining = joined(pieces);
  const thought = THOUGHT.exec(remaining);
  if (thought !== null) countLeftOut(leftOut, "thought");
  return remaining
    .slice(thought?.[0].length ?? 0)
    .replaceAll(OWN_PICTURE, () => {
      countLeftOut(leftOut, "picture");
      return PICTURE_MARK;
    })
    .trim();
}

/** Texts between which something was taken out, with a blank line where there were line breaks. */
function joined(pieces: readonly string[]): string {
  const texts: string[] = [];
  let gap = "";
  for (const piece of pieces) {
    const shown = piece.trim();
    const start = piece.length - piece.trimStart().length;
    gap += piece.slice(0, start);
    if (shown === "") continue;
    if (texts.length > 0) texts.push(gap.includes("\n") ? "\n\n" : gap);
    texts.push(shown);
    gap = piece.slice(start + shown.length);
  }
  return texts.join("");
}
