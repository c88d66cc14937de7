import { useState } from "react";
import { flushSync } from "react-dom";
import { type NavigateFunction, useNavigate } from "react-router-dom";
import { changeChat, deleteChat, readChat } from "#features/chat/data/chat-api.ts";
import {
  forgetConversation,
  removeCachedChat,
  upsertChat,
} from "#features/chat/data/chat-cache.ts";
import { tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { openAnswersKey } from "#features/chat/data/chat-queries.ts";
import { forgetDeleted, restoreDeleted } from "#features/chat/drafts/deleted-rules.ts";
import { withBox } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { turnsOf } from "#features/chat/turns/turns.ts";
import { isAtDrawer } from "#lib/drawer-entry.ts";
import { RequestError } from "#lib/functions-client.ts";
import { NOTICES, notify, type Undo, UNDO_KEY, withdraw } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { queryClient } from "#lib/query-client.ts";
import { currentSession, serverTime, userIdOf } from "#lib/session.ts";
import { readJson, remove, writeJson } from "#lib/storage.ts";
import { callLimit } from "#lib/timed-fetch.ts";
import { CLAIM_RENEWAL_SECONDS } from "#time-limits";
import {
  type DeletedChat,
  parseDeleted,
  shownAgainMs,
  triedAgainMs,
  UNDO_MS,
} from "./undo-rules.ts";

const PLACE = "sessionStorage";

/** The chats that this page has deleted, and offered to restore. */
const deletedHere = new Set<string>();
/** How long the database may take to say whether a chat is gone. */
const ASK_SECONDS = 5;
/** The chats whose deletion by this page has failed. The server may have deleted them all the same. */
const triedHere = new Set<string>();

/**
 * Deletes a chat and everything the page holds of it, and offers to undo that. Says 'Chat deleted' only when a row was
 * deleted: a chat that another tab has deleted before just leaves the list.
 * @param onDeleted Is called before the chat leaves the list.
 */
export function useDeleteChat(userId: string, onDeleted: (id: string) => void) {
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState<ReadonlySet<string>>(new Set());

  const remove = async (chatId: string) => {
    if (deleting.has(chatId)) return;
    setDeleting((ids) => new Set(ids).add(chatId));
    try {
      const wasThere = await deleteOnce(chatId);
      onDeleted(chatId);
      // Compared with the current address: the person may have gone elsewhere while the chat was being deleted.
      const wasOpen = location.pathname === paths.chat(chatId);
      // At once: a page that shows a chat when it is deleted keeps what was typed there (`GoneChat`).
      if (wasOpen) flushSync(() => void navigate(paths.home, { replace: isAtDrawer() }));
      turnsOf(userId).dropChat(chatId);
      draftStore(userId).change((all) => withBox(all, chatId, { deletedAt: serverTime() }));
      if (wasThere) offerUndo({ userId, chatId, wasOpen }, navigate);
      removeCachedChat(userId, chatId);
      tellOtherTabs({ userId, chatId });
    } catch {
      notify(NOTICES.deleteChatFailed);
    } finally {
      setDeleting((ids) => new Set([...ids].filter((id) => id !== chatId)));
    }
  };

  return { remove, deleting };
}

/**
 * Deletes a chat. When the response is lost, the database is asked whether the chat is gone. Returns false when it had been
 * deleted before, and not by a try of this page.
 */
async function deleteOnce(chatId: string): Promise<boolean> {
  try {
    const wasThere = await deleteChat(chatId);
    return triedHere.delete(chatId) || wasThere;
  } catch (error) {
    triedHere.add(chatId);
    if ((await readChat(chatId, callLimit(ASK_SECONDS))) !== null) throw error;
    return triedHere.delete(chatId);
  }
}

/** Says that a chat was deleted, and offers to undo that, also after a reload. */
export function offerUndo(
  deleted: Omit<DeletedChat, "deletedAt" | "isAsked">,
  navigate: NavigateFunction,
): void {
  const chat = { ...deleted, deletedAt: serverTime(), isAsked: false };
  deletedHere.add(chat.chatId);
  keep(chat.chatId, chat);
  undoOf(chat, navigate).offer(UNDO_MS);
}

/** Offers again what an earlier page of this tab has offered. What that page was asked to undo is undone now. */
export function offerKeptUndo(userId: string | null, navigate: NavigateFunction): void {
  for (const chat of kept()) {
    const { chatId } = chat;
    if (deletedHere.has(chatId)) continue;
    const undo = undoOf(chat, navigate);
    const forMs = shownAgainMs(chat, serverTime());
    if (chat.userId !== userId || forMs === null) forget(chatId);
    else if (chat.isAsked) void undo.restore(true);
    else undo.offer(forMs);
  }
}

/** How the deletion of a chat is undone. */
function undoOf(chat: DeletedChat, navigate: NavigateFunction) {
  const { userId, chatId } = chat;
  const isLoggedOut = () => userIdOf(currentSession()) !== userId;

  /**
   * Shows a notice with 'Undo'. A chat whose notice goes without that is forgotten, with what was typed there.
   * @param failure Why it could not be undone before. Then it is tried again by itself when the network is back.
   */
  function offer(forMs: number, failure?: string) {
    const over = new AbortController();
    let isTaken = false;
    const take = (isByItself: boolean) => {
      // The notice can still be pressed while it goes.
      if (isTaken) return;
      isTaken = true;
      void restore(isByItself);
    };
    const onGone = () => {
      over.abort();
      if (!isTaken) giveUp();
    };
    const undo: Undo = { forMs, press: () => take(false), onGone };
    const notice =
      failure === undefined ? NOTICES.chatDeleted(undo) : NOTICES.restoreFailed(failure, undo);
    const again = () => {
      take(true);
      withdraw(notice);
    };
    if (failure !== undefined) window.addEventListener("online", again, over);
    notify(notice);
  }

  function giveUp() {
    forget(chatId);
    draftStore(userId).change((all) => forgetDeleted(all, (id) => id === chatId));
  }

  /** @param isByItself Whether the person may have gone on to something else since they pressed 'Undo'. */
  async function restore(isByItself: boolean): Promise<void> {
    keep(chatId, { ...chat, isAsked: true });
    // The network may be back before the request without it has failed.
    const over = new AbortController();
    let isBack = false;
    window.addEventListener("online", () => (isBack = true), over);
    try {
      const restored = await changeChat(userId, { chatId, restore: true });
      forget(chatId);
      if (isLoggedOut()) return;
      draftStore(userId).change((all) => restoreDeleted(all, chatId));
      // The page may have read it while it was deleted.
      forgetConversation(userId, chatId);
      upsertChat(userId, restored);
      tellOtherTabs({ userId, chatId });
      if (chat.wasOpen && (!isByItself || location.pathname === paths.home))
        void navigate(paths.chat(chatId));
      // The function that was writing a reply hands over the rest of its text by its next renewal.
      const readAgain = () => {
        void queryClient.invalidateQueries({ queryKey: openAnswersKey(userId, chatId) });
        tellOtherTabs({ userId, chatId });
      };
      setTimeout(readAgain, (CLAIM_RENEWAL_SECONDS + 1) * 1000);
    } catch (error) {
      const isOver = error instanceof RequestError && !error.retryable;
      const forMs = isOver || isLoggedOut() ? null : triedAgainMs(chat, serverTime());
      const saysWhen = error instanceof RequestError && error.code === "rate_limited";
      const text = isOver || saysWhen ? error.message : "Failed to restore the chat";
      if (forMs !== null && isBack) return restore(true);
      if (forMs !== null) return offer(forMs, text);
      giveUp();
      if (!isLoggedOut()) notify(NOTICES.restoreFailed(text));
    } finally {
      over.abort();
    }
  }

  return { offer, restore };
}

const kept = () => parseDeleted(readJson(UNDO_KEY, PLACE));

/** Keeps this of a chat in place of what is kept of it; nothing, where there is nothing. */
function keep(chatId: string, ...chat: DeletedChat[]) {
  const all = [...kept().filter((other) => other.chatId !== chatId), ...chat];
  if (all.length === 0) remove(UNDO_KEY, PLACE);
  else writeJson(UNDO_KEY, all, PLACE);
}

const forget = (chatId: string) => keep(chatId);
