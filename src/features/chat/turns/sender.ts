import type { MembershipState } from "#lib/membership.ts";
import { notify, NOTICES } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { NavigateFunction } from "react-router-dom";
import { goToNewest, startEmpty } from "#features/chat/data/chat-queries.ts";
import { chatQuery } from "#features/chat/data/chat-query.ts";
import { HOME, type Outgoing, placeOf } from "#features/chat/drafts/draft-rules.ts";
import { givenBack, returnedTo, sent } from "#features/chat/drafts/outbox-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { refusalAhead } from "#features/chat/data/membership-rules.ts";
import { chosenModel, moveChoice } from "#features/chat/models/model-choice.ts";
import { turnNotice } from "./notice-rules.ts";
import { outgoingOf, type Turn } from "./turn.ts";
import type { TurnEnd, Turns } from "./turns.ts";
import { turnsOf } from "./turns-of.ts";

export type Sending = {
  readonly userId: string;
  readonly client: QueryClient;
  readonly navigate: NavigateFunction;
  readonly onLoginRequired: () => void;
};

/**
 * Sending for one person. What happens to a message is said by a notice, wherever the person is by then; a message that
 * the server did not take and will not take goes back into its box (SPEC 8, DESIGN 7).
 */
export function createSender({ userId, client, navigate, onLoginRequired }: Sending) {
  const turns = turnsOf(userId, client);
  const drafts = draftStore(userId);

  const settle = (end: TurnEnd, outgoing: Outgoing) => {
    if (end.kind !== "failed" || end.turn.state.name !== "failed") return;
    const notice = turnNotice(end);
    if (notice !== null) notify(notice);
    const { saved, retryable } = end.turn.state;
    const { status, code } = end.refused ?? {};
    if (!saved && (outgoing.startsChat || !retryable)) {
      const mayBeStored = status === undefined || status >= 500;
      giveBack(outgoing, code === "not_found" ? HOME : placeOf(outgoing), mayBeStored);
    }
    if (code === "unauthenticated") onLoginRequired();
    if (code === "not_found") void client.invalidateQueries(chatQuery(userId, outgoing.chatId));
  };

  const giveBack = (outgoing: Outgoing, place: string, mayBeStored: boolean) => {
    const { chatId, startsChat, messageId } = outgoing;
    turns.drop(messageId);
    drafts.change((all) => givenBack(all, place, outgoing, mayBeStored), "now");
    if (!startsChat) return;
    moveChoice(chatId, HOME);
    if (location.pathname === paths.chat(chatId)) void navigate(paths.home, { replace: true });
  };

  /** A message to be sent: the one that came back into this box, when it is the same. */
  const outgoingTo = (chatId: string, text: string, startsChat: boolean): Outgoing => {
    const place = startsChat ? HOME : chatId;
    const model = chosenModel(place);
    const known = returnedTo(drafts.get(), place, text);
    return { messageId: crypto.randomUUID(), chatId, text, startsChat, ...known, model };
  };

  return {
    /** Sends into a chat; the text leaves the box at once. */
    send: (chatId: string, text: string) => {
      const outgoing = outgoingTo(chatId, text, false);
      drafts.change((all) => sent(all, chatId, outgoing), "now");
      goToNewest(client, userId, chatId).catch(() => notify(NOTICES.loadMessagesFailed));
      void turns.start(outgoing).then((end) => settle(end, outgoing));
    },

    /**
     * Starts a chat with the home box's text and goes there: at once, or when the server has taken the message, for a
     * person who is expected to be refused.
     */
    startChat: (text: string, membership: MembershipState | undefined) => {
      const outgoing = outgoingTo(crypto.randomUUID(), text, true);
      const { chatId } = outgoing;
      const go = () => void navigate(paths.chat(chatId));
      drafts.change((all) => sent(all, HOME, outgoing), "now");
      startEmpty(client, userId, chatId);
      moveChoice(HOME, chatId);
      void turns.start(outgoing).then((end) => settle(end, outgoing));
      if (refusalAhead(membership, Date.now()) === null) go();
      else whenSaved(turns, chatId, go);
    },

    /** Asks again, with the model that is chosen by now. */
    retry: (turn: Turn) => {
      const model = chosenModel(turn.chatId) ?? turn.model;
      void turns.retry(turn, model).then((end) => settle(end, outgoingOf({ ...turn, model })));
    },

    /** Takes a message that was not sent back into the box, unless it was sent after all. */
    edit: async (turn: Turn) => {
      if (await turns.isStored(turn.id)) return;
      const outgoing = outgoingOf(turn);
      giveBack(outgoing, placeOf(outgoing), true);
    },
  };
}

function whenSaved(turns: Turns, chatId: string, act: () => void) {
  const leave = turns.subscribe(() => {
    const state = turns.inChat(chatId)[0]?.state;
    if (state?.name !== "failed" && state?.saved === false) return;
    leave();
    if (state?.saved === true) act();
  });
}
