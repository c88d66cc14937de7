import type { Query } from "@tanstack/react-query";
import { queryClient } from "#lib/query-client.ts";
import type { ChatPages } from "./chat-queries.ts";
import {
  ask,
  copies,
  type Copy,
  forgetChatCopy,
  isGood,
  keepsCopiesOf,
  setCopies,
  subjectOf,
  VERSION,
} from "./copies.ts";
import { type LoadedMessages, MESSAGES_PAGE, NEWEST } from "./message-pages-rules.ts";
import { keepSnapshots } from "./snapshots.ts";

/** Of how many chats a copy is kept: those that were read last. */
const CHATS_AT_MOST = 20;

/**
 * Copies what has been and will be read for a person, until `ended`. Loads what is there of them, so that a chat is drawn
 * with the press that opens it, and removes the rest.
 */
export function copyReads(userId: string, ended: AbortSignal): void {
  void ask(async (idb, store) => {
    const all = await idb.entries<string, Copy>(store);
    const kept = new Map(keptOf(all, userId));
    // What is loaded already is newer, or was deleted.
    const loaded = copies.get();
    const left = [...kept].filter(([hash]) => !loaded.has(hash));
    const isDropped = (hash: string) => !kept.has(hash) && loaded.get(hash) === undefined;
    if (keepsCopiesOf(userId)) setCopies(left.map(([hash, { data }]) => [hash, data]));
    await idb.delMany(all.map(([hash]) => hash).filter(isDropped), store);
  });
  const cache = queryClient.getQueryCache();
  cache.getAll().forEach((query) => keep(query, userId));
  const end = cache.subscribe((event) => {
    const isNew = event.type === "updated" && event.action.type === "success";
    if (isNew || event.type === "observerAdded") keep(event.query, userId);
  });
  ended.addEventListener("abort", end);
  keepSnapshots(userId, ended);
}

/** The good copies of a person: of the list, and of the chats that were read last. */
function keptOf(all: readonly [string, Copy][], userId: string) {
  const isOwn = ([hash, copy]: [string, Copy]) => subjectOf(hash).userId === userId && isGood(copy);
  const own = all.filter(isOwn).toSorted(([, left], [, right]) => right.at - left.at);
  const chatIds = own.flatMap(([hash]) => subjectOf(hash).chatId ?? []);
  const kept = new Set([undefined, ...[...new Set(chatIds)].slice(0, CHATS_AT_MOST)]);
  return own.filter(([hash]) => kept.has(subjectOf(hash).chatId));
}

function keep(query: Query, userId: string) {
  const { queryHash: hash, queryKey } = query;
  const [kind, owner, chatId, more] = queryKey as readonly string[];
  const { data, dataUpdatedAt: at } = query.state;
  if (owner !== userId || more !== undefined || data === undefined) return;
  if (kind === "chat" && data === null) return void forgetChatCopy(userId, String(chatId));
  // Fetched ahead and not opened: it would take the place of a chat that was.
  if (!query.isActive() && copies.get().get(hash) === undefined) return;
  const kept = copyOf(kind, data);
  if (kept === undefined || !keepsCopiesOf(userId)) return;
  setCopies([[hash, kept]]);
  const put = (old: Copy | undefined): Copy =>
    old?.version === VERSION && old.at > at ? old : { version: VERSION, at, data: kept };
  void ask((idb, store) => idb.update<Copy>(hash, put, store));
  if (kind === "chats") void forgetMissing(kept as ChatPages);
}

/** What is kept: the first page of the list, and the newest page of a chat. */
function copyOf(kind: string | undefined, data: unknown): unknown {
  if (kind === "chat") return data;
  if (kind === "chats") {
    const { pages } = data as ChatPages;
    return { pages: pages.slice(0, 1), pageParams: [null] };
  }
  if (kind !== "messages") return undefined;
  const { pages, pageParams } = data as LoadedMessages;
  const [page] = pages;
  if (page === undefined || pageParams[0]?.from !== "newest") return undefined;
  const messages = page.messages.slice(0, MESSAGES_PAGE);
  const full = page.full || messages.length < page.messages.length;
  return { pages: [{ messages, full }], pageParams: [NEWEST] };
}

/** Forgets the chats that a whole list has no more: another device has deleted them. */
async function forgetMissing({ pages }: ChatPages) {
  if (pages.some(({ full }) => full)) return;
  const listed = new Set(pages.flatMap(({ chats }) => chats.map(({ id }) => id)));
  await ask(async (idb, store) => {
    const hashes = await idb.keys<string>(store);
    const isMissing = ({ chatId }: ReturnType<typeof subjectOf>) =>
      chatId !== undefined && !listed.has(chatId);
    await idb.delMany(
      hashes.filter((hash) => isMissing(subjectOf(hash))),
      store,
    );
  });
}
