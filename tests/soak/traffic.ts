import { setTimeout as sleep } from "node:timers/promises";
import type { RunningProduct } from "../../e2e/support/running-product.ts";
import type { ImportChatsResponse } from "../../supabase/functions/_shared/contract.ts";
import type { MemberSession } from "../support/member-session.ts";
import type { Entry, ImportEntry, Ledger } from "./ledger.ts";

type Message = { id: string };
const SETTLE_MS = 90_000;

export function newEntry(chatId: string, text: string): Entry {
  const messageId = crypto.randomUUID();
  return { chatId, messageId, text, acknowledged: false, replyId: undefined, stopped: false };
}

/** Posts as the page does; undefined when the connection broke. */
async function post(
  product: RunningProduct,
  member: MemberSession,
  name: string,
  body: object,
  more: { accept?: string; signal?: AbortSignal } = {},
): Promise<Response | undefined> {
  const { accept = "application/json", signal } = more;
  const headers = {
    accept,
    authorization: `Bearer ${member.token}`,
    "content-type": "application/json",
  };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return product
    .send(`/api/${name}`, { ...init, ...(signal && { signal }) })
    .catch(() => undefined);
}

/** Sends a question, or sends it again, and notes what its sender was told. Returns the status; 0: none came. */
export async function sendQuestion(
  product: RunningProduct,
  member: MemberSession,
  entry: Entry,
  name: "start_chat" | "send_message" = "start_chat",
): Promise<number> {
  const { chatId, messageId, text } = entry;
  const response = await post(product, member, name, { chatId, messageId, message: text });
  const answer = (await response?.json().catch(() => undefined)) as
    | { aiMessage?: Message }
    | undefined;
  if (answer?.aiMessage) {
    entry.acknowledged = true;
    entry.replyId = answer.aiMessage.id;
  }
  return response?.status ?? 0;
}

/** Streams a question's reply and leaves after a moment; with `stop`, presses Stop first. */
export async function leaveStream(
  product: RunningProduct,
  member: MemberSession,
  entry: Entry,
  { afterMs, stop }: { afterMs: number; stop: boolean },
): Promise<void> {
  const { chatId, messageId, text } = entry;
  const leaving = new AbortController();
  const body = { chatId, messageId, message: text };
  const more = { accept: "text/event-stream", signal: leaving.signal };
  const response = await post(product, member, "start_chat", body, more);
  const reading = (async () => {
    let read = "";
    for await (const piece of response?.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      read += piece;
      entry.acknowledged ||= read.includes('"user_message"');
      const end = /"type":"ai_message","aiMessage":\{"id":"([^"]+)"/.exec(read);
      entry.replyId ??= end?.[1];
    }
  })().catch(() => undefined);
  await Promise.race([reading, sleep(afterMs)]);
  if (stop) {
    entry.stopped = true;
    await post(product, member, "send_message", { chatId, messageId, stop: true });
  }
  leaving.abort();
  await reading;
}

export async function deleteChatOverHttp(
  product: RunningProduct,
  member: MemberSession,
  chatId: string,
): Promise<boolean> {
  const headers = {
    apikey: product.secrets.publishableKey,
    authorization: `Bearer ${member.token}`,
  };
  const path = `/rest/v1/chats?id=eq.${chatId}`;
  const response = await product.send(path, { method: "DELETE", headers }).catch(() => undefined);
  return response?.ok === true;
}

export function newImport(title: string): ImportEntry {
  const texts = Array.from({ length: 12 }, (_, place) => `${title} ${place}`);
  return { importId: crypto.randomUUID(), key: title, texts, acknowledged: false };
}

/** Imports a chat in two pieces, as the page does, and notes what its person was told. Returns the status; 0: none came. */
export async function importChat(
  product: RunningProduct,
  member: MemberSession,
  entry: ImportEntry,
): Promise<number> {
  const { importId, key, texts } = entry;
  const messages = texts.map((content, place) => ({
    key: `${place}`,
    role: place % 2 === 0 ? "user" : "assistant",
    content,
    ...(place % 2 === 1 && { replyTo: `${place - 1}` }),
  }));
  const pieces = [
    { key, messages: messages.slice(0, 6) },
    { key, after: "5", messages: messages.slice(6) },
  ];
  let here = 0;
  for (const piece of pieces) {
    const body = { importId, source: "chatgpt", chats: [piece] };
    const response = await post(product, member, "import_chats", body);
    const answer = (await response?.json().catch(() => undefined)) as
      | Partial<ImportChatsResponse>
      | undefined;
    const chat = answer?.chats?.[0];
    if (response?.status !== 200 || chat === undefined) return response?.status ?? 0;
    here += chat.added + chat.here;
  }
  entry.acknowledged ||= here === texts.length;
  return 200;
}

/** Undoes an import. Returns the status; 0: none came. */
export async function undoImport(
  product: RunningProduct,
  member: MemberSession,
  entry: ImportEntry,
): Promise<number> {
  entry.undo ??= "pressed";
  const body = { importId: entry.importId, undo: true };
  const response = await post(product, member, "import_chats", body);
  if (response?.status === 200) entry.undo = "done";
  return response?.status ?? 0;
}

/** Imports or undoes again whatever had no response. */
export async function settleImports(
  product: RunningProduct,
  memberOf: (entry: ImportEntry) => MemberSession,
  { imports }: Ledger,
): Promise<void> {
  const isOpen = (entry: ImportEntry) =>
    entry.undo === undefined ? !entry.acknowledged : entry.undo === "pressed";
  for (const entry of imports.filter(isOpen)) {
    const deadline = Date.now() + SETTLE_MS;
    while (isOpen(entry)) {
      const act = entry.undo === undefined ? importChat : undoImport;
      const status = await act(product, memberOf(entry), entry);
      // Nothing of it was stored, or it is too late to undo it.
      if (entry.undo !== undefined && (status === 404 || status === 410)) break;
      if (!isOpen(entry)) break;
      if (Date.now() > deadline) throw new Error(`${entry.key}: still ${status}`);
      await sleep(500);
    }
  }
}

/**
 * Sends every question without a shown reply again until it has one, as a person pressing Retry would, each person's
 * one after the other. Questions of deleted chats stay unanswered. Throws when one is still unanswered after a minute
 * and a half.
 */
export async function settle(
  product: RunningProduct,
  memberOf: (entry: Entry) => MemberSession,
  { entries, deletedChats }: Ledger,
): Promise<void> {
  const open = entries.filter(
    ({ replyId, chatId }) => replyId === undefined && !deletedChats.has(chatId),
  );
  const queues = Map.groupBy(open, memberOf).values();
  await Promise.all([...queues].map((queue) => settleInTurn(product, memberOf, queue)));
}

async function settleInTurn(
  product: RunningProduct,
  memberOf: (entry: Entry) => MemberSession,
  queue: readonly Entry[],
): Promise<void> {
  for (const entry of queue) {
    const deadline = Date.now() + SETTLE_MS;
    while (entry.replyId === undefined) {
      const status = await sendQuestion(product, memberOf(entry), entry);
      if (entry.replyId !== undefined) break;
      if (Date.now() > deadline) throw new Error(`${entry.text}: still ${status}`);
      await sleep(500);
    }
  }
}
