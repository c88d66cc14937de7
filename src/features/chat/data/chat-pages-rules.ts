import type { Chat } from "#contract";
import { instant } from "#lib/timestamp.ts";
import { compareText } from "./message-rules.ts";

/** How many chats one read asks for. */
export const CHATS_PAGE = 50;

/** A chat's title, or 'New conversation' when it has none. */
export function titleOf(chat: { title: string | null } | null | undefined): string {
  return chat?.title?.trim() || "New conversation";
}

/**
 * Newest first: last_message_at descending, then created_at descending. A chat without messages comes before
 * those with: it was just made, and PostgreSQL sorts null first.
 */
export function byNewest(left: Chat, right: Chat): number {
  return (
    descending(left.last_message_at, right.last_message_at) ||
    descending(left.created_at, right.created_at) ||
    compareText(right.id, left.id)
  );
}

function descending(left: string | null, right: string | null): number {
  const [a, b] = [left, right].map((time) => (time === null ? Infinity : instant(time)));
  return a === b ? 0 : (b ?? 0) - (a ?? 0);
}

/** The chats of one read. `full`: there may be more after them, also when chats have been removed since. */
export type ChatPage = { readonly chats: readonly Chat[]; readonly full: boolean };

/** The chats of all pages, newest first, each once: a chat that moved up between two reads is in two pages. */
export function orderedChats(pages: readonly ChatPage[]): Chat[] {
  const chats = pages.flatMap((page) => page.chats);
  return [...new Map(chats.map((chat) => [chat.id, chat])).values()].sort(byNewest);
}

/**
 * The pages with a new or changed chat, which moves to the first page. One that belongs to a page that is not loaded is
 * left out: the next page begins behind the last chat.
 */
export function withChat(pages: readonly ChatPage[], chat: Chat): ChatPage[] {
  const { chats: end, full } = pages.at(-1) ?? { chats: [], full: false };
  const last = end.at(-1);
  const isListed = pages.some(({ chats }) => chats.some(({ id }) => id === chat.id));
  if (!isListed && full && last && byNewest(chat, last) > 0) return [...pages];
  const [first = { chats: [], full: false }, ...rest] = withoutChat(pages, chat.id);
  return [{ full: first.full, chats: [chat, ...first.chats].sort(byNewest) }, ...rest];
}

/** The pages without a chat. `full` stays what it was. */
export function withoutChat(pages: readonly ChatPage[], id: string): ChatPage[] {
  return pages.map(({ chats, full }) => ({ full, chats: chats.filter((chat) => chat.id !== id) }));
}

/**
 * A PostgREST filter for the chats that come after `last` in the order of `byNewest`; after one without messages, for
 * those among the chats without any. Times and ids come from the database and need no escaping beyond quotes.
 */
export function chatsAfter(last: Chat): string {
  const made = `created_at.lt."${last.created_at}",and(created_at.eq."${last.created_at}",id.lt.${last.id})`;
  return last.last_message_at === null
    ? made
    : `last_message_at.lt."${last.last_message_at}",and(last_message_at.eq."${last.last_message_at}",or(${made}))`;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a part of the address can be a chat's id. Anything else is not looked up in the database. */
export function isChatId(text: string): boolean {
  return UUID.test(text);
}
