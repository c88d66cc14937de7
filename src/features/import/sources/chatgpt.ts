import type { ChatReading, FoundMessage, LeftOut } from "../found-chat.ts";
import { readTree, type TreeNode } from "../message-tree.ts";
import {
  codeBlock,
  countLeftOut,
  type Fields,
  fieldsOf,
  fileMark,
  isFields,
  isoTime,
  listOf,
  nameOf,
  parsed,
  PICTURE_MARK,
  stringOf,
} from "../source-fields.ts";
import { withAddresses } from "./chatgpt-links.ts";

/** Custom instructions and system texts, which no chat shows. */
const HIDDEN_TYPES = new Set(["user_editable_context", "model_editable_context"]);
/** Texts meant for models only. */
const TOOL_TYPES = new Set([
  "execution_output",
  "system_error",
  "tether_browsing_code",
  "tether_browsing_display",
  "tether_quote",
]);
/** How far above a text the results of its searches are looked for. */
const NEARBY_NODES = 200;

type RawNode = {
  readonly id: string;
  readonly parent: string | null;
  readonly message: Fields | null;
};

type ChatGptContext = {
  readonly nodes: ReadonlyMap<string, RawNode>;
  /** What the canvas returned for each call, by the call's node. */
  readonly canvases: ReadonlyMap<string, Fields>;
  readonly model: string | null;
  /** The time of a stop that has none. */
  readonly updatedAt: string | null;
};

/** What is found in a message: its texts in their order, and what is no text. */
type Found = { readonly texts: string[]; readonly leftOut: LeftOut };

/** Reads an element of ChatGPT's conversations.json. Null for anything that is no chat of it. */
export function readChatGpt(value: unknown): ChatReading | null {
  if (!isFields(value) || !Object.hasOwn(value, "mapping")) return null;
  const title = stringOf(value["title"]);
  const mapping = value["mapping"];
  if (!isFields(mapping)) return { problem: "Its messages cannot be read.", title };

  const nodes = rawNodes(mapping);
  const createdAt = isoTime(value["create_time"]);
  const context: ChatGptContext = {
    nodes,
    canvases: canvasesOf(nodes),
    model: modelName(value["default_model_slug"]),
    updatedAt: isoTime(value["update_time"]) ?? createdAt,
  };
  return readTree({
    source: "chatgpt",
    id: nameOf(value["conversation_id"]) ?? nameOf(value["id"]),
    title,
    createdAt,
    model: null,
    nodes: [...nodes.values()].map((node) => nodeOf(node, context)),
    shown: stringOf(value["current_node"]),
  });
}

/** The nodes by their ids. One that names no parent stands below the node that names it as a child. */
function rawNodes(mapping: Fields): Map<string, RawNode> {
  const parents = new Map<string, string>();
  for (const [id, node] of Object.entries(mapping)) {
    for (const child of listOf(fieldsOf(node)["children"])) {
      if (typeof child === "string") parents.set(child, id);
    }
  }
  return new Map(
    Object.entries(mapping).map(([id, node]) => {
      const { parent, message } = fieldsOf(node);
      const above = stringOf(parent) ?? parents.get(id) ?? null;
      return [id, { id, parent: above, message: isFields(message) ? message : null }];
    }),
  );
}

function canvasesOf(nodes: ReadonlyMap<string, RawNode>): Map<string, Fields> {
  const canvases = new Map<string, Fields>();
  for (const { parent, message } of nodes.values()) {
    const canvas = fieldsOf(message?.["metadata"])["canvas"];
    if (parent !== null && isFields(canvas)) canvases.set(parent, canvas);
  }
  return canvases;
}

/** `auto` is no model. */
const modelName = (slug: unknown): string | null => (slug === "auto" ? null : nameOf(slug));

function nodeOf({ id, parent, message }: RawNode, context: ChatGptContext): TreeNode {
  const author = stringOf(fieldsOf(message?.["author"])["role"]);
  const role = author === "user" ? "user" : "assistant";
  const createdAt = isoTime(message?.["create_time"]);
  const place = { id, parent, role, createdAt } as const;
  if (message === null || isHidden(message, author)) return { ...place, content: "" };

  const found: Found = { texts: [], leftOut: {} };
  if (author === "user") readQuestion(message, found);
  else if (author === "tool") readTool(message, isPartOfStep(parent, context), found);
  else readReply(id, message, context, found);
  const content = found.texts.filter((text) => text !== "").join("\n\n");
  const more = role === "user" ? {} : moreOf(message, context);
  const isCut = endOf(message) === "max_tokens";
  if (author === "assistant" && content !== "" && isUnfinished(message)) {
    countLeftOut(found.leftOut, "end of a reply");
  }
  return { ...place, content, isCut, leftOut: found.leftOut, more };
}

function isHidden(message: Fields, author: string | null): boolean {
  const metadata = fieldsOf(message["metadata"]);
  return (
    !["user", "assistant", "tool"].includes(author ?? "") ||
    metadata["is_visually_hidden_from_conversation"] === true ||
    metadata["is_user_system_message"] === true ||
    HIDDEN_TYPES.has(stringOf(fieldsOf(message["content"])["content_type"]) ?? "")
  );
}

/** Why a reply ended, as the file says. */
const endOf = (message: Fields): unknown =>
  fieldsOf(fieldsOf(message["metadata"])["finish_details"])["type"];

/** Whether the person stopped it, or it was being written when they left. */
const isStopped = (message: Fields): boolean =>
  message["status"] === "in_progress" || endOf(message) === "interrupted";

/** Whether it broke off for an unknown reason. */
const isUnfinished = (message: Fields): boolean =>
  message["status"] === "finished_partial_completion" &&
  !isStopped(message) &&
  endOf(message) !== "max_tokens";

function moreOf(message: Fields, context: ChatGptContext): Partial<FoundMessage> {
  const metadata = fieldsOf(message["metadata"]);
  const providerModel =
    modelName(metadata["model_slug"]) ?? modelName(metadata["default_model_slug"]) ?? context.model;
  const stoppedAt = isStopped(message)
    ? (isoTime(message["create_time"]) ?? context.updatedAt)
    : null;
  return { ...(providerModel !== null && { providerModel }), ...(stoppedAt && { stoppedAt }) };
}

function readQuestion(message: Fields, found: Found): void {
  readContent(message, found);
  const pictures = found.leftOut.picture ?? 0;
  for (const attachment of listOf(fieldsOf(message["metadata"])["attachments"]).map(fieldsOf)) {
    const type = stringOf(attachment["mime_type"]) ?? stringOf(attachment["mimeType"]) ?? "";
    if (!type.startsWith("image/")) {
      found.texts.push(fileMark(attachment["name"]));
      countLeftOut(found.leftOut, "file");
      // Most pictures are in the message too.
    } else if (pictures === 0) addPicture(found);
  }
}

function readReply(id: string, message: Fields, context: ChatGptContext, found: Found): void {
  const metadata = fieldsOf(message["metadata"]);
  const content = fieldsOf(message["content"]);
  const type = content["content_type"];
  const recipient = recipientOf(message);
  if (
    type === "thoughts" ||
    type === "reasoning_recap" ||
    metadata["is_thinking_preamble_message"] === true
  ) {
    countLeftOut(found.leftOut, "thought");
  } else if (recipient !== "all") {
    const text = canvasText(recipient, content, context.canvases.get(id) ?? {});
    if (text === null) countLeftOut(found.leftOut, "tool step");
    else found.texts.push(text);
  } else if (type === "code" && metadata["reasoning_status"] === "is_reasoning") {
    countLeftOut(found.leftOut, "tool step");
  } else if (type === "code") {
    const language = stringOf(content["language"]) ?? "";
    const text = stringOf(content["text"]) ?? "";
    if (text !== "") found.texts.push(codeBlock(text, language === "unknown" ? "" : language));
  } else {
    readContent(message, found);
    addAddresses(found, metadata, () => nearby(id, context));
  }
}

/** Whether a tool's message belongs to a step that is counted already. */
function isPartOfStep(parent: string | null, { nodes }: ChatGptContext): boolean {
  const message = fieldsOf(nodes.get(parent ?? "")?.message);
  const author = stringOf(fieldsOf(message["author"])["role"]);
  if (isHidden(message, author)) return false;
  return author === "tool" || (author === "assistant" && recipientOf(message) !== "all");
}

const recipientOf = (message: Fields): string => nameOf(message["recipient"]) ?? "all";

/** What a tool showed: pictures, and the report of a long search, which is the message or in a field of it. */
function readTool(message: Fields, isPart: boolean, found: Found): void {
  const metadata = fieldsOf(message["metadata"]);
  const parts = listOf(fieldsOf(message["content"])["parts"]);
  const outputs = listOf(fieldsOf(metadata["aggregate_result"])["messages"]);
  const pictures =
    parts.filter((part) => fieldsOf(part)["content_type"] === "image_asset_pointer").length +
    outputs.filter((output) => fieldsOf(output)["message_type"] === "image").length;
  for (let picture = 0; picture < pictures; picture += 1) addPicture(found);

  const widget = fieldsOf(parsed(stringOf(fieldsOf(metadata["chatgpt_sdk"])["widget_state"])));
  const isReport = metadata["is_async_task_result_message"] === true;
  const report = isReport && recipientOf(message) === "all" ? message : widget["report_message"];
  if (isFields(report)) {
    readContent(report, found);
    addAddresses(found, fieldsOf(report["metadata"]), () => []);
  } else if (pictures === 0 && !isPart) {
    countLeftOut(found.leftOut, "tool step");
  }
}

function readContent(message: Fields, found: Found): void {
  const { content } = message;
  if (typeof content === "string") {
    found.texts.push(content);
    return;
  }
  const { content_type: type, parts, text } = fieldsOf(content);
  if (TOOL_TYPES.has(stringOf(type) ?? "")) countLeftOut(found.leftOut, "tool step");
  else if (Array.isArray(parts)) {
    const isText = type === "text" && parts.every((part) => typeof part === "string");
    if (isText) found.texts.push(parts.join("\n"));
    else for (const part of parts) readPart(part, found);
  } else if (typeof text === "string") found.texts.push(text);
  else if (content != null) countLeftOut(found.leftOut, "unknown part");
}

function readPart(part: unknown, found: Found): void {
  if (typeof part === "string") {
    found.texts.push(part);
    return;
  }
  const fields = fieldsOf(part);
  const { leftOut } = found;
  switch (fields["content_type"]) {
    case "image_asset_pointer":
      addPicture(found);
      break;
    case "audio_asset_pointer":
      countLeftOut(leftOut, "voice message");
      break;
    case "real_time_user_audio_video_asset_pointer": {
      if (isFields(fields["audio_asset_pointer"])) countLeftOut(leftOut, "voice message");
      const frames = listOf(fields["frames_asset_pointers"]);
      if (fields["video_container_asset_pointer"] != null || frames.length > 0) {
        countLeftOut(leftOut, "video");
      }
      break;
    }
    case "video_container_asset_pointer":
      countLeftOut(leftOut, "video");
      break;
    default:
      // Among them transcriptions of what was said.
      if (typeof fields["text"] === "string") found.texts.push(fields["text"]);
      else if (part != null) countLeftOut(leftOut, "unknown part");
  }
}

function addPicture(found: Found): void {
  found.texts.push(PICTURE_MARK);
  countLeftOut(found.leftOut, "picture");
}

function addAddresses(found: Found, metadata: Fields, nodes: () => readonly Fields[]): void {
  const onFile = () => countLeftOut(found.leftOut, "file");
  for (const [index, text] of found.texts.entries()) {
    found.texts[index] = withAddresses(text, metadata, nodes, onFile);
  }
}

/** The metadata of the nodes between a text and its question. */
function nearby(id: string, { nodes }: ChatGptContext): Fields[] {
  const all: Fields[] = [];
  let node = nodes.get(id);
  for (let step = 0; step < NEARBY_NODES && node !== undefined; step += 1) {
    if (fieldsOf(node.message?.["author"])["role"] === "user") break;
    all.push(fieldsOf(node.message?.["metadata"]));
    node = node.parent === null ? undefined : nodes.get(node.parent);
  }
  return all;
}

/** What a call writes into a canvas: all of it, or what takes the place of parts. Null for any other call. */
function canvasText(recipient: string, content: Fields, canvas: Fields): string | null {
  if (!recipient.startsWith("canmore.")) return null;
  const call = parsed(stringOf(content["text"]) ?? stringOf(listOf(content["parts"])[0]));
  if (!isFields(call)) return null;
  const text =
    stringOf(call["content"]) ??
    listOf(call["updates"])
      .flatMap((update) => stringOf(fieldsOf(update)["replacement"]) ?? [])
      .join("\n\n");
  if (text === "") return null;
  const name = nameOf(call["name"]) ?? nameOf(canvas["title"]);
  const type = nameOf(call["type"]) ?? nameOf(canvas["textdoc_type"]) ?? "";
  const [kind, language = ""] = type.split("/");
  const body = kind === "code" ? codeBlock(text, language) : text;
  return name === null ? body : `**${name}**\n\n${body}`;
}
