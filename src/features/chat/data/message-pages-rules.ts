import type { InfiniteData } from "@tanstack/react-query";
import type { Message } from "#contract";
import { instant } from "#lib/timestamp.ts";
import { mergeMessages } from "./message-rules.ts";

/** How many messages one read asks for. */
export const MESSAGES_PAGE = 50;
/** How many pages stay loaded. Beyond that the far end is dropped, so that a chat of any length costs the same. */
export const PAGES_KEPT = 2;

/** A place between two messages: `created_at` as the database wrote it, and the id. */
export type Cursor = { readonly createdAt: string; readonly id: string };
/** Which messages a page holds: the newest ones, or those next to a cursor. */
export type PageParam =
  | { readonly from: "newest" }
  | { readonly from: "before" | "after"; readonly cursor: Cursor };

/** Newest first; `full` when there may be more beyond its far end. */
export type MessagePage = { readonly messages: readonly Message[]; readonly full: boolean };
export type LoadedMessages = InfiniteData<MessagePage, PageParam>;

export const NEWEST: PageParam = { from: "newest" };

/** The page before a page, towards older messages; undefined when there is none. `param`: what that page was read with. */
export function olderThan(page: MessagePage, param: PageParam): PageParam | undefined {
  const oldest = page.messages.at(-1);
  // A page that was read towards newer messages began at a loaded one, so there are older ones.
  const more = page.full || param.from === "after";
  return oldest !== undefined && more ? { from: "before", cursor: cursorOf(oldest) } : undefined;
}

/** The page after a page, towards newer messages; undefined when there is none. */
export function newerThan(page: MessagePage, param: PageParam): PageParam | undefined {
  const newest = page.messages[0];
  const more = param.from === "before" || (param.from === "after" && page.full);
  return newest !== undefined && more ? { from: "after", cursor: cursorOf(newest) } : undefined;
}

const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** The pages on both sides of a message, the newer one first. The message itself is the oldest of that one. */
export function pagesAround(message: Pick<Message, "id" | "created_at">): [PageParam, PageParam] {
  const { id, created_at: createdAt } = message;
  return [
    { from: "after", cursor: { createdAt, id: LOWEST_ID } },
    { from: "before", cursor: { createdAt, id } },
  ];
}

function cursorOf(message: Message): Cursor {
  return { createdAt: message.created_at, id: message.id };
}

/** Whether the newest messages are among the loaded ones. */
export function reachesNewest({ pages, pageParams }: LoadedMessages): boolean {
  const [page] = pages;
  const [param] = pageParams;
  return page === undefined || param === undefined || newerThan(page, param) === undefined;
}

function reachesOldest({ pages, pageParams }: LoadedMessages): boolean {
  const [page, param] = [pages.at(-1), pageParams.at(-1)];
  return page === undefined || param === undefined || olderThan(page, param) === undefined;
}

/** The loaded messages once each, oldest first. */
export function loadedMessages({ pages }: LoadedMessages): Message[] {
  return mergeMessages(...pages.map((page) => page.messages));
}

/**
 * The pages with new or changed messages put in. A message newer than everything loaded is put in only when the newest
 * messages are loaded, and one older than everything only when there are none before: otherwise those between would be
 * missing.
 */
export function withMessages(data: LoadedMessages, messages: readonly Message[]): LoadedMessages {
  const [first, ...rest] = data.pages;
  if (first === undefined) return data;
  const newestLoaded = instant(first.messages[0]?.created_at ?? "");
  const oldestLoaded = instant(data.pages.at(-1)?.messages.at(-1)?.created_at ?? "");
  const [hasNewest, hasOldest] = [reachesNewest(data), reachesOldest(data)];
  const joining = messages.filter(({ created_at }) => {
    const at = instant(created_at);
    return (hasNewest || at <= newestLoaded) && (hasOldest || at >= oldestLoaded);
  });
  const isIn = (page: MessagePage, { id }: Message) => page.messages.some((it) => it.id === id);
  const pages = data.pages.map((page, index) => {
    // What is on no page yet goes to the first one.
    const own = joining.filter(
      (message) => isIn(page, message) || (index === 0 && !rest.some((it) => isIn(it, message))),
    );
    return { ...page, messages: mergeMessages(page.messages, own).toReversed() };
  });
  return { ...data, pages };
}

/** Only the newest page of what is loaded, for a reader who jumps to the end of a long chat. */
export function onlyNewest(data: LoadedMessages): LoadedMessages {
  const newest = loadedMessages(data).toReversed();
  const messages = newest.slice(0, MESSAGES_PAGE);
  const [last] = data.pages.slice(-1);
  return {
    pages: [{ messages, full: newest.length > MESSAGES_PAGE || (last?.full ?? false) }],
    pageParams: [NEWEST],
  };
}
