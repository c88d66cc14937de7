import { randomBytes } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { crc32, deflateRawSync } from "node:zlib";
import type { ImportedChat } from "../../supabase/functions/_shared/contract.ts";

const MESSAGES_IN_CHAT = 50;
const START = Date.UTC(2024, 0, 1);
const WORDS = Array.from({ length: 20_000 }, (_, index) => (index * 7919).toString(36));

/** A text of about 2 kB, a question one of 200 bytes: other words each time, as people's are. */
function textOf(number: number, words: number): string {
  let text = "";
  for (let place = 0; place < words; place += 1) {
    text += `${WORDS[(number * 31 + place * (1 + (number % 97))) % WORDS.length] ?? ""} `;
  }
  return text;
}

/** So many messages in chats of fifty, question and reply in turn, as the page sends them. @param first The first one's number. */
export function importedChats(messages: number, first = 0): ImportedChat[] {
  return Array.from({ length: messages / MESSAGES_IN_CHAT }, (_, index) => {
    const chat = first / MESSAGES_IN_CHAT + index;
    const at = (place: number) => new Date(START + chat * 3_600_000 + place * 20_000).toISOString();
    return {
      key: `chat-${chat}`,
      title: `Chat ${chat}`,
      createdAt: at(0),
      messages: Array.from({ length: MESSAGES_IN_CHAT }, (_, place) => {
        const isQuestion = place % 2 === 0;
        const number = chat * MESSAGES_IN_CHAT + place;
        return {
          key: `message-${number}`,
          role: isQuestion ? "user" : "assistant",
          content: textOf(number, isQuestion ? 40 : 440),
          createdAt: at(place),
          ...(!isQuestion && { replyTo: `message-${number - 1}`, providerModel: "gpt-4o" }),
        };
      }),
    };
  });
}

const SHARDS = 20;
const ATTACHMENT_BYTES = 8_000_000;

/**
 * Writes an export of ChatGPT to a file: a ZIP with the chats in twenty shards, and attachments until it has `bytes`.
 * Returns how many bytes of JSON are in it.
 */
export function writeArchive(path: string, messages: number, bytes: number): number {
  const file = openSync(path, "w");
  const directory: Buffer[] = [];
  let written = 0;
  let json = 0;
  const append = (buffer: Buffer) => {
    writeSync(file, buffer);
    written += buffer.length;
  };
  const add = (name: string, content: Buffer, method: 0 | 8) => {
    const packed = method === 8 ? deflateRawSync(content, { level: 1 }) : content;
    const fields = Buffer.alloc(26);
    // UTF-8 names, and the method; the time stays 0.
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(written, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\x01\x02\x14\0", "latin1"), fields, place, Buffer.from(name)]),
    );
    append(Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, Buffer.from(name)]));
    append(packed);
  };

  for (let shard = 0; shard < SHARDS; shard += 1) {
    const chats = importedChats(messages / SHARDS, (shard * messages) / SHARDS);
    const text = Buffer.from(JSON.stringify(chats.map(conversationOf)));
    json += text.length;
    add(`conversations-${String(shard).padStart(3, "0")}.json`, text, 8);
  }
  const picture = randomBytes(ATTACHMENT_BYTES);
  const pictures = Math.ceil((bytes - written) / picture.length);
  for (let count = 0; count < pictures; count += 1) add(`file-${count}.png`, picture, 0);

  const start = written;
  directory.forEach(append);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(written - start, 12);
  end.writeUInt32LE(start, 16);
  append(end);
  closeSync(file);
  return json;
}

/** A chat in the form of ChatGPT's export, with the fields that surround each message there. */
function conversationOf({ key, title, createdAt, messages }: ImportedChat) {
  const seconds = (at: string | null | undefined) => Date.parse(at ?? "") / 1000;
  const ids = ["root", ...messages.map((message) => message.key)];
  const nodes = messages.map((message, place) => ({
    id: message.key,
    parent: ids[place],
    children: ids.slice(place + 2, place + 3),
    message: {
      id: message.key,
      author: { role: message.role, name: null, metadata: {} },
      create_time: seconds(message.createdAt),
      update_time: null,
      content: { content_type: "text", parts: [message.content] },
      status: "finished_successfully",
      end_turn: true,
      weight: 1,
      metadata: { model_slug: message.providerModel, citations: [], request_id: key },
      recipient: "all",
      channel: null,
    },
  }));
  const root = { id: "root", message: null, parent: null, children: ids.slice(1, 2) };
  return {
    title,
    create_time: seconds(createdAt),
    mapping: Object.fromEntries([root, ...nodes].map((node) => [node.id, node])),
    current_node: ids.at(-1),
    conversation_id: key,
    id: key,
  };
}
