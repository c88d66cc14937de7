import type { QueryClient } from "@tanstack/react-query";
import type { NavigateFunction } from "react-router-dom";
import { goToNewest } from "#features/chat/data/chat-cache.ts";
import { chatQuery } from "#features/chat/data/chat-query.ts";
import { HOME, type OutboxEntry, placeOf } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { chosenModel } from "#features/chat/models/model-choice.ts";
import { NOTICES } from "#lib/notices.ts";
import { notify } from "#lib/notify.ts";
import { paths } from "#lib/paths.ts";
import { turnNotice } from "./notice-rules.ts";
import { putBack, takeFromBox } from "./outgoing.ts";
import { outboxEntryOf, type Turn } from "./turn-flow.ts";
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
    putBack(userId, entry, place, mayBeStored, navigate);
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

    /** Sends a message that was taken from its box before, unless it has gone back or its person has logged out. */
    deliver: (entry: OutboxEntry, opensChat: boolean) => {
      if (!isOut(entry)) return;
      start(entry);
      const { chatId } = entry;
      if (opensChat) whenSaved(turns, chatId, () => void navigate(paths.chat(chatId)));
    },

    /** Sends a failed message again, with the model that is chosen by now. */
    retry: (turn: Turn) => {
      const model = chosenModel(userId, turn.chatId) ?? turn.model;
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
