import type { QueryClient } from "@tanstack/react-query";
import type { NavigateFunction } from "react-router-dom";
import { goToNewest } from "#features/chat/data/chat-cache.ts";
import { chatQuery } from "#features/chat/data/chat-query.ts";
import { HOME, type OutboxEntry, placeOf } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { returnToBox } from "#features/chat/drafts/outbox-rules.ts";
import {
  queuedIn,
  queueSent,
  releaseQueued,
  returnQueued,
  sentEntry,
} from "#features/chat/drafts/queue-rules.ts";
import { chosenModel } from "#features/chat/models/model-choice.ts";
import { NOTICES } from "#lib/notices.ts";
import { notify } from "#lib/notify.ts";
import { paths } from "#lib/paths.ts";
import type { ModelId } from "#models";
import { turnNotice } from "./notice-rules.ts";
import { putBack, takeFromBox } from "./outgoing.ts";
import { isRunning, outboxEntryOf, type Turn } from "./turn-flow.ts";
import { turnsOf } from "./turns-of.ts";
import type { TurnOutcome, Turns } from "./turns.ts";

export type SenderOptions = {
  readonly userId: string;
  readonly client: QueryClient;
  readonly navigate: NavigateFunction;
  readonly onLoginRequired: () => void;
};

/**
 * Sends one person's messages: empties the box, starts the turn, and when it has failed shows the notice, wherever the
 * person is by then. A message that the server did not take, and will not take, goes back into its box. The messages of
 * a chat that could not be created are back in the home box already; only their turns are left to drop.
 */
export function createSender({ userId, client, navigate, onLoginRequired }: SenderOptions) {
  const turns = turnsOf(userId, client);
  const drafts = draftStore(userId);

  const isOut = ({ messageId }: OutboxEntry) =>
    drafts.get().outbox.some((entry) => entry.messageId === messageId);

  const settle = (outcome: TurnOutcome, entry: OutboxEntry) => {
    if (outcome.kind === "sent" && outcome.isWhole) sendQueued(entry.chatId);
    if (outcome.kind !== "failed" || outcome.turn.state.name !== "failed") return;
    const { saved, retryable } = outcome.turn.state;
    if (!saved && !isOut(entry)) {
      turns.drop(entry.messageId);
      return;
    }
    const notice = turnNotice(outcome);
    if (notice !== null) notify(notice);
    const { status, code } = outcome.rejection ?? {};
    if (!saved && (entry.startsChat || !retryable)) {
      const mayBeStored = status === undefined || status >= 500;
      takeBack(entry, code === "not_found" ? HOME : placeOf(entry), mayBeStored);
    }
    if (code === "unauthenticated") onLoginRequired();
    if (code === "not_found") void client.invalidateQueries(chatQuery(userId, entry.chatId));
  };

  const takeBack = (entry: OutboxEntry, place: string, mayBeStored: boolean) => {
    turns.drop(entry.messageId);
    // What waited for its reply comes back too, behind it: the person decides.
    drafts.change((all) => returnQueued(all, entry.chatId), "now");
    putBack(userId, entry, place, mayBeStored, navigate);
  };

  /** Sends the next message that waits in a chat, unless a reply is being written there. */
  const sendQueued = (chatId: string) => {
    const [next] = queuedIn(drafts.get().outbox, chatId);
    if (next === undefined || turns.inChat(chatId).some(({ state }) => isRunning(state))) return;
    drafts.change((all) => releaseQueued(all, next.messageId), "now");
    start(sentEntry(next));
  };

  const start = (entry: OutboxEntry) => {
    void turns.start(entry).then((outcome) => settle(outcome, entry));
  };

  return {
    /** Sends into a chat. The content leaves the box at once. */
    send: (chatId: string, content: string) => {
      const entry = takeFromBox(userId, chatId, content);
      goToNewest(client, userId, chatId).catch(() => notify(NOTICES.loadMessagesFailed));
      start(entry);
    },

    /** Keeps a message until the reply that is being written is whole. It leaves the box at once. */
    queue: (chatId: string, content: string) => {
      const { messageId } = takeFromBox(userId, chatId, content);
      drafts.change((all) => queueSent(all, messageId), "now");
    },

    sendQueued,

    /** Takes a queued message back into the box. */
    unqueue: (entry: OutboxEntry) =>
      drafts.change((all) => returnToBox(all, entry.chatId, entry, false), "now"),

    /** Sends a message that was taken from its box before, unless it has gone back or its person has logged out. */
    deliver: (entry: OutboxEntry, opensChat: boolean) => {
      if (!isOut(entry)) return;
      start(entry);
      const { chatId } = entry;
      if (opensChat) whenSaved(turns, chatId, () => void navigate(paths.chat(chatId)));
    },

    /** Sends a failed message again, to another model or to the one that is chosen by now. */
    retry: (turn: Turn, other?: ModelId) => {
      const model = other ?? chosenModel(userId, turn.chatId) ?? turn.model;
      const entry = outboxEntryOf({ ...turn, model });
      void turns.retry(turn, model).then((outcome) => settle(outcome, entry));
    },

    /** Takes an unsent message back into the box, unless the database holds it after all. */
    edit: async (turn: Turn) => {
      if (await turns.isStored(turn.id)) return;
      const entry = outboxEntryOf(turn);
      takeBack(entry, placeOf(entry), true);
    },
  };
}

/** Acts when the server has the message that starts a chat; does nothing when the message is given up. */
function whenSaved(turns: Turns, chatId: string, act: () => void) {
  const unsubscribe = turns.byChat.subscribe(() => {
    const state = turns.inChat(chatId)[0]?.state;
    if (state?.name !== "failed" && state?.saved === false) return;
    unsubscribe();
    if (state?.saved === true) act();
  });
}
