import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import type { Chat } from "#contract";
import type { ChatPage } from "#features/chat/data/chat-pages-rules.ts";
import { MESSAGES_PAGE } from "#features/chat/data/message-pages-rules.ts";
import type { ExportSource } from "./export-api.ts";
import type { FileSink } from "./file-sink.ts";
import type { ExportedMessage, ExportFormat, ExportSummary } from "./format-rules.ts";
import { pathNodesOf, type MessageOutline } from "./message-tree-rules.ts";

/** How many characters of one chat are kept while its order is read. Contents beyond that are read a second time. */
const KEPT_CHARACTERS = 2_000_000;
/** How many characters are collected for one write. */
const PIECE_CHARACTERS = 64 * 1024;

/**
 * Writes chats to a file, piece by piece, so that the longest history needs no more memory than a short one.
 * @param onProgress is called with the number of messages written so far
 * @throws what a read or a write threw; the file is then not whole, and the caller gives it up
 */
export async function exportChats({
  source,
  format,
  write,
  onProgress,
}: {
  source: ExportSource;
  format: ExportFormat;
  write: FileSink["write"];
  onProgress?: (messages: number) => void;
}): Promise<ExportSummary> {
  const out = textWriter(write);
  const instructions = await source.instructions();
  if (instructions !== null) await out.add(format.opening(instructions));
  const chats = await allChats(source);
  const texts = new Map<string, string | null>();
  const given = new Set<string>();
  let [written, messages] = [0, 0];
  for (const chat of chats) {
    const { nodes, kept } = await readOrder(source, chat);
    // It was deleted since the chats were read.
    if (nodes.length === 0 && chat.last_message_at !== null) {
      if (chats.length === 1) throw new Error("The chat was deleted before it was exported.");
      continue;
    }
    await out.add(format.beginChat(chat, nodes, written === 0));
    written += 1;
    if (format.isInParts) given.clear();
    for (const [at, node] of nodes.entries()) {
      if (!kept.has(node.id)) {
        const wanted = nodes.slice(at, at + MESSAGES_PAGE).filter(({ id }) => !kept.has(id));
        const read = await source.messagesOf(wanted.map(({ id }) => id));
        read.forEach((message) => kept.set(message.id, message));
      }
      const message = kept.get(node.id);
      if (message === undefined) throw new Error("A chat was deleted while it was exported.");
      kept.delete(node.id);
      // Each text stands with the first reply that was given it.
      const id = message.instructions_id;
      const isFirst = id !== null && !given.has(id);
      if (isFirst) {
        given.add(id);
        if (!texts.has(id)) texts.set(id, await source.givenInstructions(id));
      }
      const text = isFirst ? texts.get(id) : null;
      await out.add(format.message(message, node, text ?? null));
      messages += 1;
      onProgress?.(messages);
    }
    await out.add("\n");
  }
  await out.flush();
  const summary = { chats: written, messages, checksum: out.checksum() };
  await out.add(format.closing(summary, instructions));
  await out.flush();
  return summary;
}

/**
 * All chats, each once, read before any of their messages. One that moves up meanwhile is on no later page, so the list is
 * read again from the top, as far as it brings new ones, until it brings none.
 */
async function allChats(source: ExportSource): Promise<readonly Chat[]> {
  const known = new Set<string>();
  const readings: Chat[][] = [];
  for (;;) {
    const found: Chat[] = [];
    let page: ChatPage | null = null;
    let pages = 0;
    for (let hasMore = true; hasMore; pages += 1) {
      page = await source.chats(page?.chats.at(-1) ?? null);
      const unknown = page.chats.filter(({ id }) => !known.has(id));
      for (const { id } of unknown) known.add(id);
      found.push(...unknown);
      // Chats without messages come before one that has moved up.
      const isAbove = page.chats.at(-1)?.last_message_at === null;
      hasMore = page.full && (unknown.length > 0 || isAbove);
    }
    readings.unshift(found);
    if (found.length === 0 || (pages === 1 && page?.full === false)) return readings.flat();
  }
}

/** The order of a chat's messages, and as many of them as may be kept. */
async function readOrder(source: ExportSource, chat: Chat) {
  const kept = new Map<string, ExportedMessage>();
  const order: MessageOutline[] = [];
  let characters = 0;
  let page: readonly ExportedMessage[] | undefined;
  while (page === undefined || page.length === MESSAGES_PAGE) {
    page = await source.messages(chat.id, page?.at(-1) ?? null);
    const isKept = characters < KEPT_CHARACTERS;
    for (const message of page) {
      const { id, role, reply_to, follows, compares } = message;
      order.push({ id, role, reply_to, follows, compares });
      if (isKept) kept.set(id, message);
      characters += message.content.length;
    }
  }
  return { nodes: pathNodesOf(order, chat.chosen_answer), kept };
}

/** Collects text for a file and counts its SHA-256. */
function textWriter(write: FileSink["write"]) {
  const encoder = new TextEncoder();
  const hash = sha256.create();
  // One for the whole export: browsers are in no hurry to free the memory of arrays.
  const buffer = new Uint8Array(PIECE_CHARACTERS);
  let pending = "";
  const flush = async () => {
    while (pending !== "") {
      const { read, written } = encoder.encodeInto(pending, buffer);
      pending = pending.slice(read);
      const bytes = buffer.subarray(0, written);
      hash.update(bytes);
      await write(bytes);
    }
  };
  return {
    flush,
    add: async (text: string) => {
      pending += text;
      if (pending.length >= PIECE_CHARACTERS) await flush();
    },
    /** Of all that has been flushed, in hexadecimal. */
    checksum: () => bytesToHex(hash.clone().digest()),
  };
}
