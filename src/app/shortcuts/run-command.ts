import { InfiniteQueryObserver, type QueryClient } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import type { NavigateFunction } from "react-router-dom";
import { lastReply } from "#features/chat/conversation/last-reply.ts";
import { orderedChats } from "#features/chat/data/chat-pages-rules.ts";
import { chatsQuery } from "#features/chat/data/chat-queries.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { chatBeside } from "./shortcut-list-rules.ts";
import type { Command } from "./shortcut-rules.ts";

/** The commands that are carried out here. The first script carries out the others itself. */
type LateCommand = "next-chat" | "previous-chat" | "copy-reply" | "stop";

/** Where a command is given. */
export type CommandScope = {
  readonly client: QueryClient;
  readonly userId: string | null;
  readonly chatId: string | null;
  readonly navigate: NavigateFunction;
};

/** Whether a command would do anything now. */
export function isPossible(command: Command, scope: CommandScope): boolean {
  switch (command) {
    case "search":
    case "new-chat":
    case "shortcuts":
      return true;
    case "focus-box":
      return document.querySelector("main textarea") !== null;
    case "next-chat":
      return chatBeside(listed(scope), scope.chatId, 1) !== null || hasMore(scope);
    case "previous-chat":
      return chatBeside(listed(scope), scope.chatId, -1) !== null;
    case "copy-reply":
      return lastReply() !== null;
    case "stop":
      return document.querySelector('main button[aria-label="Stop"]') !== null;
  }
}

/** Carries a command out. One that is not possible does nothing. */
export function runCommand(command: LateCommand, scope: CommandScope): void {
  switch (command) {
    case "next-chat":
      return void step(1, scope);
    case "previous-chat":
      return void step(-1, scope);
    case "copy-reply":
      return void copyLastReply();
    case "stop":
      // Whatever can be stopped listens for this key.
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  }
}

/** What has been read for the list. */
const pagesOf = (client: QueryClient, userId: string | null) =>
  client.getQueryData(chatsQuery(userId ?? "").queryKey)?.pages ?? [];

/** The ids of the chats that have been read for the list, in its order. */
const listed = ({ client, userId }: CommandScope) =>
  orderedChats(pagesOf(client, userId)).map(({ id }) => id);

/** Whether there may be chats after those that have been read. */
const hasMore = ({ client, userId }: CommandScope) => pagesOf(client, userId).at(-1)?.full === true;

async function step(by: 1 | -1, scope: CommandScope): Promise<void> {
  const { client, userId, chatId, navigate } = scope;
  if (userId === null) return;
  const from = window.location.pathname;
  // In a narrow window the list may not have been opened. Without a network the keys do nothing.
  await client.ensureInfiniteQueryData(chatsQuery(userId)).catch(() => undefined);
  let beside = chatBeside(listed(scope), chatId, by);
  if (by === 1 && beside === null && hasMore(scope)) {
    await readMore(client, userId);
    // The person may have gone elsewhere meanwhile.
    if (window.location.pathname !== from) return;
    beside = chatBeside(listed(scope), chatId, by);
  }
  // At once: the next key is typed there.
  if (beside !== null) flushSync(() => void navigate(paths.chat(beside)));
}

/** Reads the next page of the list. A read of the list that is under way is waited for. */
async function readMore(client: QueryClient, userId: string): Promise<void> {
  const list = new InfiniteQueryObserver(client, chatsQuery(userId));
  const before = pagesOf(client, userId).length;
  const { isError } = await list.fetchNextPage({ cancelRefetch: false });
  // That was the read under way, and it was no next page.
  if (!isError && pagesOf(client, userId).length === before)
    await list.fetchNextPage({ cancelRefetch: false });
}

async function copyLastReply(): Promise<void> {
  const content = lastReply();
  if (content === null) return;
  try {
    await navigator.clipboard.writeText(content);
    notify(NOTICES.replyCopied);
  } catch {
    notify(NOTICES.replyCopyFailed);
  }
}
