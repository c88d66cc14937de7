import { hashKey, type Query } from "@tanstack/react-query";
import { queryClient } from "#lib/query-client.ts";
import { orderedChats } from "./chat-pages-rules.ts";
import type { ChatPages, LoadedMessages } from "./chat-queries.ts";
import {
  ask,
  copies,
  type Copy,
  forgetChatCopy,
  hashesOf,
  isGood,
  keepsCopiesOf,
  ownerOf,
  setCopies,
  VERSION,
} from "./copies.ts";
import { MESSAGES_PAGE, NEWEST } from "./message-pages-rules.ts";
import { keepSnapshots } from "./snapshots.ts";

/** Of how many chats a copy is kept: those that were opened last. */
const CHATS_AT_MOST = 20;

const recentKey = (userId: string) => hashKey(["recent", userId]);

/**
 * Copies what has been and will be read for a person, loads what is there of them, so that a chat is drawn with the press
 * that opens it, and removes what is there of others. Returns a function that ends it.
 */
export function copyReads(userId: string): () => void {
  void ask(async (idb, store) => {
    const all = await idb.entries<string, Copy>(store);
    const others = all.filter(([hash]) => ownerOf(hash) !== userId);
    await idb.delMany(
      others.map(([hash]) => hash),
      store,
    );
    // What is loaded already is newer, or was deleted.
    const own = all.filter(([hash, copy]) => ownerOf(hash) === userId && isGood(copy));
    const left = own.filter(([hash]) => !copies.get().has(hash));
    if (keepsCopiesOf(userId)) setCopies(left.map(([hash, { data }]) => [hash, data]));
  });
  const cache = queryClient.getQueryCache();
  cache.getAll().forEach((query) => keep(query, userId));
  const end = cache.subscribe((event) => {
    const isNew = event.type === "updated" && event.action.type === "success";
    if (isNew || event.type === "observerAdded") keep(event.query, userId);
  });
  const endSnapshots = keepSnapshots(userId);
  return () => {
    end();
    endSnapshots();
  };
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
  if (kind === "messages") void keepRecent(userId, String(chatId));
  if (kind === "chats") void forgetMissing(userId, kept as ChatPages);
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

async function keepRecent(userId: string, chatId: string) {
  let dropped: string[] = [];
  await ask(async (idb, store) => {
    const put = (old: string[] = []) => {
      const all = [chatId, ...old.filter((id) => id !== chatId)];
      dropped = all.slice(CHATS_AT_MOST);
      return all.slice(0, CHATS_AT_MOST);
    };
    await idb.update(recentKey(userId), put, store);
    await idb.delMany(
      dropped.flatMap((id) => hashesOf(userId, id)),
      store,
    );
  });
}

/** Forgets the chats that a whole list has no more: another device has deleted them. */
async function forgetMissing(userId: string, { pages }: ChatPages) {
  if (pages.some(({ full }) => full)) return;
  const recent = await ask((idb, store) => idb.get<string[]>(recentKey(userId), store));
  const listed = new Set(orderedChats(pages).map(({ id }) => id));
  const missing = recent?.filter((id) => !listed.has(id)) ?? [];
  await ask((idb, store) =>
    idb.delMany(
      missing.flatMap((id) => hashesOf(userId, id)),
      store,
    ),
  );
}
