import type { ChatReading, LeftOut } from "../found-chat.ts";
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
  PICTURE_MARK,
  stringOf,
} from "../source-fields.ts";

/** What `text` has for each block that is no text. */
const NOT_SUPPORTED =
  /(?:```\s*)?This block is not supported on your current device yet\.(?:\s*```)?\n*/g;
/** The thoughts and artifacts in the texts of replies of 2024. */
const OLD_THOUGHT = /^<antThinking>[^]*?<\/antThinking>\s*/gm;
const OLD_ARTIFACT =
  /^<antArtifact\b(?<fields>(?:[^">\n]|"[^"\n]*")*)>(?<text>[^]*?)<\/antArtifact>/gm;
/** What people paste has one of these names, or none. */
const PASTED = /^(?:paste|$)/i;
const PICTURE_NAME = /\.(?:png|jpe?g|gif|webp|heic|bmp|svg)$/i;
/** The folder on Claude's own machine in which a tool leaves files for the person. */
const OUTPUTS = "/mnt/user-data/outputs/";

type Found = { readonly texts: string[]; readonly leftOut: LeftOut; readonly isReply: boolean };
/** The artifacts of a chat by their ids. A later change names neither title nor language. */
type Artifacts = Map<string, { readonly title: string | null; readonly language: string }>;

/** Reads an element of Claude's conversations.json. Null for anything that is no chat of it. */
export function readClaude(value: unknown): ChatReading | null {
  if (!isFields(value) || !Object.hasOwn(value, "chat_messages")) return null;
  const title = stringOf(value["name"]);
  const messages = value["chat_messages"];
  if (!Array.isArray(messages)) return { problem: "Its messages cannot be read.", title };

  const artifacts: Artifacts = new Map();
  const model = nameOf(value["model"]);
  const nodes: TreeNode[] = [];
  const ids = new Set<string>();
  for (const [index, message] of messages.entries()) {
    if (!isFields(message)) continue;
    const id = nameOf(message["uuid"]) ?? `message ${index}`;
    if (ids.has(id)) continue;
    ids.add(id);
    // Older files name no parents: there each message follows the one before it.
    const parent = stringOf(message["parent_message_uuid"]) ?? nodes.at(-1)?.id ?? null;
    nodes.push(nodeOf(message, { id, parent, model, artifacts }));
  }
  return readTree({
    source: "claude",
    id: nameOf(value["uuid"]),
    title,
    createdAt: isoTime(value["created_at"]),
    model: null,
    nodes,
    shown: stringOf(value["current_leaf_message_uuid"]),
  });
}

type Place = {
  readonly id: string;
  readonly parent: string | null;
  readonly model: string | null;
  readonly artifacts: Artifacts;
};

function nodeOf(message: Fields, { id, parent, model, artifacts }: Place): TreeNode {
  const createdAt = isoTime(message["created_at"]);
  const sender = message["sender"];
  const role = sender === "human" || sender === "user" ? "user" : "assistant";
  const found: Found = { texts: [], leftOut: {}, isReply: role === "assistant" };
  const blocks = listOf(message["content"]);
  for (const block of blocks) readBlock(block, artifacts, found);
  if (blocks.length === 0) readText(stringOf(message["text"]) ?? "", found);
  readFiles(message, found);

  const providerModel = nameOf(message["model"]) ?? model;
  const isStopped = message["stop_reason"] === "user_canceled";
  const stoppedAt = isStopped ? (isoTime(message["updated_at"]) ?? createdAt) : null;
  const more = { ...(providerModel && { providerModel }), ...(stoppedAt && { stoppedAt }) };
  return {
    id,
    parent,
    role,
    content: found.texts.filter((text) => text !== "").join("\n\n"),
    createdAt,
    leftOut: found.leftOut,
    more: role === "user" ? {} : more,
  };
}

/** The older form of a message. It says of some blocks that it does not have them. */
function readText(text: string, found: Found): void {
  const supported = text.replace(NOT_SUPPORTED, () => {
    countLeftOut(found.leftOut, "unknown part");
    return "";
  });
  const shown = supported === text ? text : supported.trim();
  found.texts.push(found.isReply ? withoutTags(shown, found.leftOut) : shown);
}

/** A reply's text without what it thought, and with its artifacts as they are shown. */
function withoutTags(text: string, leftOut: LeftOut): string {
  const spoken = replaceElements(text, OLD_THOUGHT, "</antThinking>", () => {
    countLeftOut(leftOut, "thought");
    return "";
  });
  return replaceElements(spoken, OLD_ARTIFACT, "</antArtifact>", ({ fields = "", text = "" }) => {
    const named = Object.fromEntries(
      Array.from(fields.matchAll(/(\w+)="([^"]*)"/g), ([, name, value]) => [name, value]),
    );
    return titled(nameOf(named["title"]), text.trim(), languageOf(named) ?? "markdown");
  });
}

/** Replaces elements up to the last end tag. After it every start tag would be followed to the end of the text. */
function replaceElements(
  text: string,
  elements: RegExp,
  endTag: string,
  replacement: (groups: Partial<Record<string, string>>) => string,
): string {
  const end = text.lastIndexOf(endTag) + endTag.length;
  if (end < endTag.length) return text;
  const replaced = text
    .slice(0, end)
    .replace(elements, (...match) => replacement(fieldsOf(match.at(-1)) as Record<string, string>));
  return replaced + text.slice(end);
}

function readBlock(value: unknown, artifacts: Artifacts, found: Found): void {
  const block = fieldsOf(value);
  const { leftOut } = found;
  switch (block["type"]) {
    case "thinking":
    case "redacted_thinking":
      countLeftOut(leftOut, "thought");
      break;
    case "tool_use": {
      const text = writtenText(block, artifacts);
      if (text === null) countLeftOut(leftOut, "tool step");
      else found.texts.push(text);
      break;
    }
    // What belongs to a call is counted with it.
    case "tool_result":
    case "token_budget":
      break;
    case "image":
      addPicture(found);
      break;
    case "voice_note":
      countLeftOut(leftOut, "voice message");
      found.texts.push(stringOf(block["text"]) ?? "");
      break;
    default:
      if (typeof block["text"] === "string") readText(block["text"], found);
      else if (value != null) countLeftOut(leftOut, "unknown part");
  }
}

/** What an artifact says, or a file that the person was given. Null for any other call of a tool. */
function writtenText({ name, input: given }: Fields, artifacts: Artifacts): string | null {
  const input = fieldsOf(given);
  if (name === "artifacts") {
    const text = stringOf(input["content"]) ?? stringOf(input["new_str"]) ?? "";
    const id = stringOf(input["id"]) ?? "";
    const before = artifacts.get(id);
    const title = nameOf(input["title"]) ?? before?.title ?? null;
    const language = languageOf(input) ?? before?.language ?? "markdown";
    artifacts.set(id, { title, language });
    return text === "" ? null : titled(title, text, language);
  }
  const path = nameOf(input["path"]) ?? "";
  const text = nameOf(input["file_text"]) ?? nameOf(input["content"]);
  if (name !== "create_file" || !path.startsWith(OUTPUTS) || text === null) return null;
  const fileName = path.slice(OUTPUTS.length);
  const ending = /\.(\w+)$/.exec(fileName)?.[1] ?? "";
  return titled(fileName, text, ending === "md" ? "markdown" : ending);
}

function titled(title: string | null, text: string, language: string): string {
  const body = language === "markdown" ? text : codeBlock(text, language);
  return title === null ? body : `**${title}**\n\n${body}`;
}

function languageOf({ type, language }: Fields): string | null {
  switch (type) {
    case "text/markdown":
      return "markdown";
    case "application/vnd.ant.react":
      return "jsx";
    case "application/vnd.ant.mermaid":
      return "mermaid";
    case "image/svg+xml":
      return "svg";
    default:
      return nameOf(language) ?? nameOf(type)?.replace(/^.*[/.]/s, "") ?? null;
  }
}

/** Adds the attachments. Of texts, and of some other files, the export has the content. */
function readFiles(message: Fields, found: Found): void {
  const names = new Set<string>();
  for (const attachment of listOf(message["attachments"]).map(fieldsOf)) {
    const name = stringOf(attachment["file_name"]) ?? "";
    const text = nameOf(attachment["extracted_content"]);
    names.add(name);
    if (text === null) addFile(name, found);
    else {
      if (!PASTED.test(name)) found.texts.push(fileMark(name));
      found.texts.push(text);
    }
  }
  const newer = listOf(message["files_v2"]);
  for (const file of (newer.length > 0 ? newer : listOf(message["files"])).map(fieldsOf)) {
    const name = stringOf(file["file_name"]) ?? "";
    if (name !== "" && names.has(name)) continue;
    if (file["file_kind"] === "image" || PICTURE_NAME.test(name)) addPicture(found);
    else addFile(name, found);
  }
}

function addFile(name: string, found: Found): void {
  found.texts.push(fileMark(name));
  countLeftOut(found.leftOut, "file");
}

function addPicture(found: Found): void {
  found.texts.push(PICTURE_MARK);
  countLeftOut(found.leftOut, "picture");
}
