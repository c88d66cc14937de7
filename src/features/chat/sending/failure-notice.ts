import { QueryObserver } from "@tanstack/react-query";
import { refreshChat } from "#features/chat/data/chat-channel.ts";
import { chatQuery } from "#features/chat/data/chat-queries.ts";
import { ANSWERS_AT_MOST } from "#features/chat/models/answer-choice-rules.ts";
import type { Turn, TurnFailure } from "#features/chat/turns/turn-rules.ts";
import { type Notice, notify, sendFailure, withdraw } from "#lib/notices.ts";
import { queryClient, staleAfter } from "#lib/query-client.ts";

// One status stands for both, and for an id that was used for something else.
const NO_FURTHER = `This message cannot have more replies: the conversation has continued elsewhere, or there are already ${ANSWERS_AT_MOST}.`;
const GONE_ON = "The conversation has continued elsewhere. Your message is back in the box.";

/** The notice for a message that got no answer. */
export function turnNotice(turn: Turn, failure: TurnFailure): Notice {
  const { reason, code = "network", status } = failure;
  const saved = turn.question !== null;
  const mayBeLate = code === "conflict" && status === 409 && (saved || turn.follows !== undefined);
  const message = !mayBeLate ? reason : saved ? NO_FURTHER : GONE_ON;
  return sendFailure({ code, message }, turn.startsChat && !saved);
}

/** Longer than the notice is shown. */
const FOLLOWED_MS = 10_000;

/**
 * Says that a chat was deleted while a reply was being written there, until it is back. Nothing is said of a chat that
 * is back already; it is read again.
 */
export async function notifyGone(
  { userId, chatId }: { readonly userId: string; readonly chatId: string },
  notice: Notice,
): Promise<void> {
  const query = chatQuery(userId, chatId);
  const chat = await queryClient
    .fetchQuery({ ...query, staleTime: staleAfter(0) })
    .catch(() => null);
  if (chat !== null) {
    refreshChat({ userId, chatId });
    return;
  }
  notify(notice);
  // It is also followed where its page is not open.
  const stop = new QueryObserver(queryClient, query).subscribe(({ data }) => {
    if (data) withdraw(notice);
  });
  setTimeout(stop, FOLLOWED_MS);
}
