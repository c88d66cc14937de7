import type { QueryClient } from "@tanstack/react-query";
import type { NavigateFunction } from "react-router-dom";
import { cacheEmptyChat, goToNewest } from "#features/chat/data/chat-cache.ts";
import { chatQuery } from "#features/chat/data/chat-query.ts";
import { refusalAhead } from "#features/chat/data/membership-rules.ts";
import { HOME, type OutboxEntry, placeOf } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { addToOutbox, findReturned, returnToBox } from "#features/chat/drafts/outbox-rules.ts";
import { chosenModel, moveChoice } from "#features/chat/models/model-choice.ts";
import type { MembershipState } from "#lib/membership.ts";
import { NOTICES } from "#lib/notices.ts";
import { notify } from "#lib/notify.ts";
import { paths } from "#lib/paths.ts";
import { turnNotice } from "./notice-rules.ts";
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
 * person is by then. A message that the server did not take, and will not take, goes back into its box.
 */
export function createSender({ userId, client, navigate, onLoginRequired }: SenderOptions) {
  const turns = turnsOf(userId, client);
  const drafts = draftStore(userId);

  const settle = (outcome: TurnOutcome, entry: OutboxEntry) => {
    if (outcome.kind !== "failed" || outcome.turn.state.name !== "failed") return;
    const notice = turnNotice(outcome);
    if (notice !== null) notify(notice);
    const { saved, retryable } = outcome.turn.state;
    const { status, code } = outcome.rejection ?? {};
    if (!saved && (entry.startsChat || !retryable)) {
      const mayBeStored = status === undefined || status >= 500;
      takeBack(entry, code === "not_found" ? HOME : placeOf(entry), mayBeStored);
    }
    if (code === "unauthenticated") onLoginRequired();
    if (code === "not_found") void client.invalidateQueries(chatQuery(userId, entry.chatId));
  };

  const takeBack = (entry: OutboxEntry, place: string, mayBeStored: boolean) => {
    const { chatId, startsChat, messageId } = entry;
    turns.drop(messageId);
    drafts.change((all) => returnToBox(all, place, entry, mayBeStored), "now");
    if (!startsChat) return;
    moveChoice(chatId, HOME);
    if (location.pathname === paths.chat(chatId)) void navigate(paths.home, { replace: true });
  };

  /** A message to be sent. It keeps the ids of one that came back into this box with the same content. */
  const newEntry = (chatId: string, content: string, startsChat: boolean): OutboxEntry => {
    const place = startsChat ? HOME : chatId;
    const model = chosenModel(place);
    const returned = findReturned(drafts.get(), place, content);
    return { messageId: crypto.randomUUID(), chatId, content, startsChat, ...returned, model };
  };

  return {
    /** Sends into a chat. The content leaves the box at once. */
    send: (chatId: string, content: string) => {
      const entry = newEntry(chatId, content, false);
      drafts.change((all) => addToOutbox(all, chatId, entry), "now");
      goToNewest(client, userId, chatId).catch(() => notify(NOTICES.loadMessagesFailed));
      void turns.start(entry).then((outcome) => settle(outcome, entry));
    },

    /**
     * Starts a chat with the home box's content and goes there: at once, or, for a person whom the server is expected
     * to refuse, when it has taken the message.
     */
    startChat: (content: string, membership: MembershipState | undefined) => {
      const entry = newEntry(crypto.randomUUID(), content, true);
      const { chatId } = entry;
      const go = () => void navigate(paths.chat(chatId));
      drafts.change((all) => addToOutbox(all, HOME, entry), "now");
      cacheEmptyChat(client, userId, chatId);
      moveChoice(HOME, chatId);
      void turns.start(entry).then((outcome) => settle(outcome, entry));
      if (refusalAhead(membership, Date.now()) === null) go();
      else whenSaved(turns, chatId, go);
    },

    /** Sends a failed message again, with the model that is chosen by now. */
    retry: (turn: Turn) => {
      const model = chosenModel(turn.chatId) ?? turn.model;
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
