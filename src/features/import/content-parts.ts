import type { LeftOut, LeftOutKind } from "./found-chat.ts";
import {
  countLeftOut,
  type Fields,
  fieldsOf,
  fileMark,
  isFields,
  nameOf,
  PICTURE_MARK,
  stringOf,
} from "./source-fields.ts";

/** The types of message parts in the open products, by the kind that they are counted as. */
const KINDS: ReadonlyMap<string, LeftOutKind> = new Map([
  ["think", "thought"],
  ["thinking", "thought"],
  ["reasoning", "thought"],
  ["tool_call", "tool step"],
  ["tool_use", "tool step"],
  ["function_call", "tool step"],
  ["open_webui:code_interpreter", "tool step"],
  ["web_search_call", "tool step"],
  ["agent_update", "tool step"],
  ["image", "picture"],
  ["image_url", "picture"],
  ["image_file", "picture"],
  ["input_image", "picture"],
  ["image_generation_call", "picture"],
  ["audio", "voice message"],
  ["input_audio", "voice message"],
  ["video", "video"],
  ["video_url", "video"],
  ["file", "file"],
  ["input_file", "file"],
]);
/** Parts that belong to one that is counted, and errors. */
const NOTHING = new Set(["function_call_output", "tool_result", "error"]);
const TEXTS = new Set(["text", "input_text", "output_text"]);
const PICTURE_NAME = /\.(?:png|jpe?g|gif|webp|avif|heic|bmp|svg)$/i;

/** The text of a message that is a text or a list of parts. Other parts are counted, and files and pictures are marked. */
export function textOfParts(content: unknown, leftOut: LeftOut): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content.map((part) => textOfPart(part, leftOut));
  return texts.filter((text) => text !== "").join("\n\n");
}

function textOfPart(part: unknown, leftOut: LeftOut): string {
  if (typeof part === "string") return part;
  if (!isFields(part)) return "";
  const type = stringOf(part["type"]) ?? "";
  if (TEXTS.has(type))
    return stringOf(part["text"]) ?? stringOf(fieldsOf(part["text"])["value"]) ?? "";
  if (type === "message") return textOfParts(onlyParts(part["content"]), leftOut);
  if (NOTHING.has(type)) return "";
  const kind = KINDS.get(type) ?? "unknown part";
  countLeftOut(leftOut, kind);
  return markOf(kind, part);
}

/** Messages within a model's output are not read deeper. */
const onlyParts = (content: unknown): unknown =>
  Array.isArray(content)
    ? content.filter((part) => stringOf(fieldsOf(part)["type"]) !== "message")
    : content;

/** The marks of files attached to a message, each on a line. */
export function marksOfFiles(files: readonly unknown[], leftOut: LeftOut): string {
  const marks = files.filter(isFields).map((file) => {
    const kind = kindOfFile(file);
    countLeftOut(leftOut, kind);
    return markOf(kind, file);
  });
  return marks.filter((mark) => mark !== "").join("\n");
}

function markOf(kind: LeftOutKind, file: Fields): string {
  if (kind === "picture") return PICTURE_MARK;
  return kind === "file" || kind === "video" || kind === "voice message"
    ? fileMark(fileName(file))
    : "";
}

function kindOfFile(file: Fields): LeftOutKind {
  const type = nameOf(file["content_type"]) ?? stringOf(file["type"]) ?? "";
  if (/^image\b/.test(type) || PICTURE_NAME.test(fileName(file) ?? "")) return "picture";
  if (/^video\b/.test(type)) return "video";
  return type.startsWith("web_search") ? "tool step" : "file";
}

const fileName = (file: Fields): string | null =>
  nameOf(file["name"]) ?? nameOf(file["filename"]) ?? nameOf(fieldsOf(file["file"])["filename"]);

/** A text followed by marks, with an empty line between them. */
export const withMarks = (text: string, marks: string): string =>
  [text, marks].filter((part) => part !== "").join("\n\n");
