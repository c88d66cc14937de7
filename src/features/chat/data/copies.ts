import { hashKey, type Query, type QueryKey } from "@tanstack/react-query";
import * as idb from "idb-keyval";
import { useEffect } from "react";
import type { Chat } from "#contract";
import { queryClient } from "#lib/query-client.ts";
import { serverTime, storedUser } from "#lib/session.ts";
import { remove, storedUnder } from "#lib/storage.ts";
import { createStore, useStore } from "#lib/store.ts";
import { chatKey, chatsKey, type ChatPages, messagesKey } from "./chat-queries.ts";
import { type LoadedMessages, MESSAGES_PAGE, NEWEST } from "./message-pages-rules.ts";

// What a person last saw, kept in the browser (IndexedDB) and drawn on the next opening until it has been read again. It
// is apart from the query cache, which holds what the server said and by which the page decides.

/** How long a copy is good for. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
/** What a person waits for comes first. */
const KEEP_AFTER_MS = 1_000;
/** Of how many chats a copy is kept: those that were read last. */
const CHATS_AT_MOST = 20;
/** The name of this script, which is another one in each build. */
const VERSION = import.meta.url;

/** `at` is when the server said so. */
type Copy = { readonly version: string; readonly at: number; readonly data: unknown };

/** By the hash of the query's key. Undefined stands for what was deleted, so that it is not loaded again. */
const copies = createStore<ReadonlyMap<string, unknown>>(new Map());
/** What is on the screen and could not be read again. */
const unread = createStore<ReadonlySet<string>>(new Set());
/** Aborted when no more copies are kept. */
let keeping = new AbortController();
let opened: idb.UseStore | undefined;

/** Asks the browser's store. Undefined where it fails; nothing may wait for it, because it may never answer. */
async function ask<Result>(
  call: (store: idb.UseStore) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    opened ??= idb.createStore("copies", "reads");
    return await call(opened);
  } catch {
    return undefined;
  }
}

/** Whose copy it is, and of which chat: undefined for the list. */
function subjectOf(hash: string) {
  const [, userId, chatId] = JSON.parse(hash) as string[];
  return { userId, chatId };
}

function setCopies(entries: readonly (readonly [string, unknown])[]) {
  copies.set(new Map([...copies.get(), ...entries]));
}

/** Whether a copy is of this build, and not too old. One from the future was made while the clock was wrong. */
const isGood = ({ version, at }: Copy) =>
  version === VERSION && Math.abs(serverTime() - at) <= KEPT_MS;

/** Loads the copy of what a query reads, where there is a good one. Never throws. */
export async function loadCopy(queryKey: QueryKey): Promise<void> {
  const hash = hashKey(queryKey);
  if (copies.get().has(hash)) return;
  const copy = await ask((store) => idb.get<Copy>(hash, store));
  // Something newer, a deletion or a log-out may have come meanwhile.
  if (copies.get().has(hash) || storedUser()?.id !== subjectOf(hash).userId) return;
  if (copy !== undefined && isGood(copy)) setCopies([[hash, copy.data]]);
}

/** The copy of what a query reads, where one was loaded. */
export const loadedCopy = (queryKey: QueryKey): unknown => copies.get().get(hashKey(queryKey));

/**
 * The copy of what a query reads, as long as that has no data. It is to be drawn, and nothing is decided by it.
 * `isUnread`: the read has failed.
 */
export function useStoredCopy(
  queryKey: QueryKey,
  { data, isUnread }: { readonly data: unknown; readonly isUnread: boolean },
): unknown {
  const isRead = data !== undefined;
  const hash = hashKey(queryKey);
  const copy = useStore(copies, (all) => (isRead ? undefined : all.get(hash)));
  useEffect(() => {
    if (!isRead) void loadCopy(JSON.parse(hash) as QueryKey);
  }, [hash, isRead]);
  useNoteUnread(hash, isUnread && copy !== undefined);
  return copy;
}

/** Notes, as long as `isUnread`, that what is on the screen could not be read again. */
export function useNoteUnread(name: string, isUnread: boolean): void {
  useEffect(() => {
    if (!isUnread) return;
    unread.set(new Set([...unread.get(), name]));
    return () => unread.set(new Set([...unread.get()].filter((other) => other !== name)));
  }, [name, isUnread]);
}

/** Whether something on the screen could not be read again. */
export const useShowsUnread = (): boolean => useStore(unread, (hashes) => hashes.size > 0);

/** Keeps copies of what is read for a person, and of nobody else. Returns a function that ends it and forgets them. */
export function keepCopies(userId: string): () => void {
  keeping = new AbortController();
  const { signal } = keeping;
  const own = [...copies.get()].filter(([hash]) => subjectOf(hash).userId === userId);
  copies.set(new Map(own));
  setTimeout(() => signal.aborted || copyReads(userId, signal), KEEP_AFTER_MS);
  return () => void forgetCopies();
}

/**
 * Copies what has been and will be read for a person, until `ended`. Loads what is there of them, so that a chat is drawn
 * with the press that opens it, and removes the rest.
 */
function copyReads(userId: string, ended: AbortSignal): void {
  // An earlier version kept a picture of the last page there.
  for (const [key] of storedUnder("snapshot:")) remove(key);
  void ask(async (store) => {
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
  const { data, dataUpdatedAt } = query.state;
  const at = serverTime(dataUpdatedAt);
  if (owner !== userId || more !== undefined || data === undefined) return;
  if (kind === "chat" && data === null) return void forgetChatCopy(userId, String(chatId));
  // Fetched ahead and not opened: it would take the place of a chat that was.
  if (!query.isActive() && copies.get().get(hash) === undefined) return;
  const kept = copyOf(kind, data);
  if (kept === undefined || !keepsCopiesOf(userId)) return;
  setCopies([[hash, kept]]);
  const put = (old: Copy | undefined): Copy =>
    old?.version === VERSION && old.at > at ? old : { version: VERSION, at, data: kept };
  void ask((store) => idb.update<Copy>(hash, put, store));
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
  await ask(async (store) => {
    const hashes = await idb.keys<string>(store);
    const isMissing = ({ chatId }: ReturnType<typeof subjectOf>) =>
      chatId !== undefined && !listed.has(chatId);
    await idb.delMany(
      hashes.filter((hash) => isMissing(subjectOf(hash))),
      store,
    );
  });
}

/** Forgets a chat that was deleted, and the list that has it, which is kept again without it. */
export async function forgetChatCopy(userId: string, chatId: string): Promise<void> {
  const list = hashKey(chatsKey(userId));
  const hashes = [chatKey(userId, chatId), messagesKey(userId, chatId)].map(hashKey);
  if (chatFromCopy(copies.get().get(list) as ChatPages | undefined, chatId)) hashes.push(list);
  setCopies(hashes.map((hash) => [hash, undefined]));
  await ask((store) => idb.delMany(hashes, store));
}

/** Whether copies of this person are kept now. */
const keepsCopiesOf = (userId: string) => !keeping.signal.aborted && storedUser()?.id === userId;

/** The directory in the browser's own file system that exports are written to before they are downloaded. */
export const EXPORTS = "exports";

/** Forgets all copies and exports, and keeps no copies until somebody else is signed in or the page is opened anew. */
export async function forgetCopies(): Promise<void> {
  keeping.abort();
  copies.set(new Map());
  const files = async () => navigator.storage.getDirectory();
  await Promise.allSettled([
    ask((store) => idb.clear(store)),
    files().then((root) => root.removeEntry(EXPORTS, { recursive: true })),
  ]);
}

/** The chat as a copy of the list has it. */
export const chatFromCopy = (list: ChatPages | undefined, chatId: string): Chat | undefined =>
  list?.pages.flatMap(({ chats }) => chats).find(({ id }) => id === chatId);
