import type { ChatReading } from "../found-chat.ts";
import { isFields, stringOf } from "../source-fields.ts";
import { readChatbotUi } from "./chatbot-ui.ts";
import { readChatGpt } from "./chatgpt.ts";
import { readClaude } from "./claude.ts";
import { readLibreChat } from "./librechat.ts";
import { readOpenWebUi } from "./open-webui.ts";
import { readQuartet } from "./quartet.ts";

/** Each with what only its own chats have. Our own export has the form of ChatGPT's, and so comes before it. */
const SOURCES = [readQuartet, readChatGpt, readClaude, readOpenWebUi, readLibreChat, readChatbotUi];

/** Reads an element of a file, whichever product it is of. Null where it is no chat. */
export function readElement(value: unknown): ChatReading | null {
  for (const read of SOURCES) {
    const reading = read(value);
    if (reading !== null) return reading;
  }
  return null;
}

/** Other elements of exports, which are not imported. */
export type Besides = "project" | "starter project" | "profile" | "memory" | "takeout";

export function readBesides(value: unknown): Besides | null {
  if (!isFields(value)) return null;
  // Claude's. It makes a starter project for each person.
  if ("prompt_template" in value)
    return value["is_starter_project"] === true ? "starter project" : "project";
  if ("conversations_memory" in value) return "memory";
  if ("email_address" in value || "chatgpt_plus_user" in value) return "profile";
  return stringOf(value["header"])?.startsWith("Gemini") ? "takeout" : null;
}
