import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { chatGptChat } from "../../tests/support/chatgpt-export.ts";
import { CLAUDE_ROOT, claudeChat, claudeMessage } from "../../tests/support/claude-export.ts";

/** A file as a person chooses it. */
export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

type Turn = readonly [question: string, reply: string];

/** A chat as ChatGPT exports it: a question and a reply after the other, a minute apart, from this day on. */
export function ofChatGpt(id: string, title: string, day: string, turns: readonly Turn[]) {
  const start = Date.parse(`${day}T12:00:00Z`) / 1000;
  const nodes = turns.flat().map((content, at) => {
    const role = at % 2 === 0 ? "user" : "assistant";
    const parent = at === 0 ? `${id}-root` : `${id}-${at - 1}`;
    return [`${id}-${at}`, parent, { role, content, time: start + at * 60 }] as const;
  });
  const about = { id, conversation_id: id, title, create_time: start };
  return chatGptChat([[`${id}-root`, null, null], ...nodes], about);
}

/** A chat as Claude exports it. */
export function ofClaude(uuid: string, name: string, day: string, turns: readonly Turn[]) {
  const messages = turns.flat().map((text, at) => {
    const parent = at === 0 ? CLAUDE_ROOT : `${uuid}-${at - 1}`;
    const created_at = `${day}T12:${String(at).padStart(2, "0")}:00Z`;
    return claudeMessage(`${uuid}-${at}`, parent, at % 2 === 0 ? "human" : "assistant", text, {
      created_at,
    });
  });
  return claudeChat(messages, { uuid, name, created_at: `${day}T12:00:00Z` });
}

export const jsonFile = (name: string, content: unknown): ChosenFile => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
});

/** A ZIP of these files. */
export async function zipFile(name: string, files: readonly ChosenFile[]): Promise<ChosenFile> {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const { name, buffer } of files) await writer.add(name, new TextReader(buffer.toString()));
  return { name, mimeType: "application/zip", buffer: Buffer.from(await writer.close()) };
}
