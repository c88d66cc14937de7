import { hashKey, type QueryKey } from "@tanstack/react-query";
import type * as idbKeyval from "idb-keyval";
import { useEffect } from "react";
import type { Chat } from "#contract";
import { storedUser } from "#lib/session.ts";
import { remove, storedUnder } from "#lib/storage.ts";
import { createStore, useStore } from "#lib/store.ts";
import { chatKey, chatsKey, type ChatPages, messagesKey } from "./chat-queries.ts";

// What a person last saw, kept in the browser (IndexedDB) and drawn on the next opening until it has been read again. It
// is apart from the query cache, which holds what the server said and by which the page decides.

/** How long a copy is good for. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
/** What a person waits for comes first. */
const KEEP_AFTER_MS = 1_000;
/** The name of this script, which is another one in each build. */
export const VERSION = import.meta.url;

/** The beginning of the key in local storage of a snapshot (snapshots.ts). The person's id is the rest. */
export const SNAPSHOT = "snapshot:";

/** `at` is when the server said so. */
export type Copy = { readonly version: string; readonly at: number; readonly data: unknown };

/** By the hash of the query's key. Undefined stands for what was deleted, so that it is not loaded again. */
export const copies = createStore<ReadonlyMap<string, unknown>>(new Map());
/** Copies that are on the screen because their read has failed. */
const unread = createStore<ReadonlySet<string>>(new Set());
/** Aborted when no more copies are kept. */
let keeping = new AbortController();
let opened: idbKeyval.UseStore | undefined;

/** Asks the browser's store. Undefined where it fails; nothing may wait for it, because it may never answer. */
export async function ask<Result>(
  call: (idb: typeof idbKeyval, store: idbKeyval.UseStore) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    // Not part of the first script: only who is signed in needs it.
    const idb = await import("idb-keyval");
    opened ??= idb.createStore("copies", "reads");
    return await call(idb, opened);
  } catch {
    return undefined;
  }
}

/** Whose copy it is, and of which chat: undefined for the list. */
export function subjectOf(hash: string) {
  const [, userId, chatId] = JSON.parse(hash) as string[];
  return { userId, chatId };
}

export function setCopies(entries: readonly (readonly [string, unknown])[]) {
  copies.set(new Map([...copies.get(), ...entries]));
}

/** Whether a copy is of this build, and not too old. */
export const isGood = ({ version, at }: Copy) => version === VERSION && Date.now() - at <= KEPT_MS;

/** Loads the copy of what a query reads, where there is a good one. Never throws. */
export async function loadCopy(queryKey: QueryKey): Promise<void> {
  const hash = hashKey(queryKey);
  if (copies.get().has(hash)) return;
  const copy = await ask((idb, store) => idb.get<Copy>(hash, store));
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
  const isShownUnread = isUnread && copy !== undefined;
  useEffect(() => {
    if (!isShownUnread) return;
    unread.set(new Set([...unread.get(), hash]));
    return () => unread.set(new Set([...unread.get()].filter((other) => other !== hash)));
  }, [hash, isShownUnread]);
  return copy;
}

/** Whether what is on the screen is a copy whose read has failed. */
export const useShowsUnread = (): boolean => useStore(unread, (hashes) => hashes.size > 0);

/** Keeps copies of what is read for a person, and of nobody else. Returns a function that ends it and forgets them. */
export function keepCopies(userId: string): () => void {
  keeping = new AbortController();
  const { signal } = keeping;
  const own = [...copies.get()].filter(([hash]) => subjectOf(hash).userId === userId);
  copies.set(new Map(own));
  const begin = async () => {
    const { copyReads } = await import("./copy-reads.ts");
    if (!signal.aborted) copyReads(userId, signal);
  };
  setTimeout(() => void begin().catch(() => undefined), KEEP_AFTER_MS);
  return () => void forgetCopies();
}

/** Forgets what was kept of pages when they were left. */
export function forgetSnapshots() {
  for (const [key] of storedUnder(SNAPSHOT)) remove(key);
}

/** Forgets a chat that was deleted, and the list that has it, which is kept again without it. */
export async function forgetChatCopy(userId: string, chatId: string): Promise<void> {
  const list = hashKey(chatsKey(userId));
  const hashes = [chatKey(userId, chatId), messagesKey(userId, chatId)].map(hashKey);
  if (chatFromCopy(copies.get().get(list) as ChatPages | undefined, chatId)) hashes.push(list);
  forgetSnapshots();
  setCopies(hashes.map((hash) => [hash, undefined]));
  await ask((idb, store) => idb.delMany(hashes, store));
}

/** Whether copies of this person are kept now. */
export const keepsCopiesOf = (userId: string) =>
  !keeping.signal.aborted && storedUser()?.id === userId;

/** Forgets all copies, and keeps none until somebody else is signed in or the page is opened anew. */
export async function forgetCopies(): Promise<void> {
  keeping.abort();
  copies.set(new Map());
  forgetSnapshots();
  await ask((idb, store) => idb.clear(store));
}

/** The chat as a copy of the list has it. */
export const chatFromCopy = (list: ChatPages | undefined, chatId: string): Chat | undefined =>
  list?.pages.flatMap(({ chats }) => chats).find(({ id }) => id === chatId);
