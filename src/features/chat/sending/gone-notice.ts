import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { refreshChat } from "#features/chat/data/chat-channel.ts";
import { chatQuery } from "#features/chat/data/chat-queries.ts";
import { type Notice, notify, withdraw } from "#lib/notices.ts";

/** Longer than the notice is shown. */
const FOLLOWED_MS = 10_000;

/**
 * Says that a chat was deleted while a reply was being written there, until it is back. Nothing is said of a chat that
 * is back already; it is read again.
 */
export async function notifyGone(
  client: QueryClient,
  { userId, chatId }: { readonly userId: string; readonly chatId: string },
  notice: Notice,
): Promise<void> {
  const query = chatQuery(userId, chatId);
  const chat = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => null);
  if (chat !== null) {
    refreshChat(client, { userId, chatId });
    return;
  }
  notify(notice);
  // It is also followed where its page is not open.
  const stop = new QueryObserver(client, query).subscribe(({ data }) => {
    if (data) withdraw(notice);
  });
  setTimeout(stop, FOLLOWED_MS);
}
