import { membershipQuery } from "#features/account/account-queries.ts";
import { isChatId } from "#features/chat/data/chat-pages-rules.ts";
import { chatQuery, chatsQuery, messagesQuery } from "#features/chat/data/chat-queries.ts";
import { openAnswersQuery } from "#features/chat/turns/open-answers-queries.ts";
import { paths } from "#lib/paths.ts";
import { queryClient as client } from "#lib/query-client.ts";

/** The chat at an address; undefined at any other. */
export function chatAt(pathname: string): string | undefined {
  const id = pathname.slice(paths.chat("").length).toLowerCase();
  return isChatId(id) && pathname.startsWith(paths.chat("")) ? id : undefined;
}

/**
 * Begins to read what a member's address shows, beside the scripts that draw it: their queries find these reads and begin
 * none of their own. Never throws; resolves when all have ended.
 */
export async function beginReads(userId: string, { pathname, hash }: Location): Promise<void> {
  const chatId = chatAt(pathname);
  await Promise.all([
    client.prefetchInfiniteQuery(chatsQuery(userId)),
    client.prefetchQuery(membershipQuery(userId)),
    ...(chatId === undefined
      ? []
      : [
          client.prefetchQuery(chatQuery(userId, chatId)),
          client.prefetchQuery(openAnswersQuery(userId, chatId)),
          // A named message is read with those around it.
          hash === "" && client.prefetchInfiniteQuery(messagesQuery(userId, chatId)),
        ]),
  ]);
}
