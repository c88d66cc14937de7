import type { QueryClient } from "@tanstack/react-query";
import type { Chat, Message, OpenAnswer, StreamEvent } from "#contract";
import { readChat } from "#features/chat/data/chat-api.ts";
import {
  chatFromList,
  forgetOpenAnswers,
  moveUp,
  noteAccepted,
  upsertChat,
  upsertMessages,
} from "#features/chat/data/chat-cache.ts";
import { refreshChat, tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { readOpenAnswers } from "#features/chat/data/open-answers-api.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { acknowledge } from "#features/chat/drafts/outbox-rules.ts";
import { noteBegun } from "#features/chat/memory/begun-answer-store.ts";
import { limitSpan, type LimitSpan } from "#features/chat/messages-left/limit-reason-rules.ts";
import { forgetChoice } from "#features/chat/models/model-choice.ts";
import { isWholeReply } from "#features/chat/notifications/notification-rules.ts";
import { tellWhenDone } from "#features/chat/notifications/tell-when-done.ts";
import { type FailureCode, RequestError } from "#lib/functions-client.ts";
import { currentSession } from "#lib/session.ts";
import { createGoneChats } from "./gone-chats.ts";
import { createOpenStreams } from "./open-streams.ts";
import { holdWhileSent, messagesBeingSent } from "./sending-locks.ts";
import { readAnswered, type ReadTurn, readTurn, sendTurn, stopTurn } from "./turn-api.ts";
import { outboxEntryOf, type Turn } from "./turn-rules.ts";

/** Why the server did not carry out a turn; `reason` is fit to show. */
export type Rejection = {
  readonly reason: string;
  readonly code: FailureCode;
  readonly retryable: boolean;
  readonly status: number;
  readonly limit?: LimitSpan;
};

/** What turns do outside themselves: the network, the page's caches and the clock. Tests pass their own. */
export type TurnEffects = {
  /** `sendTurn`: sends the question and reports the events of the stream. Rejects when it is refused or breaks off. */
  readonly send: (
    turn: Turn,
    onEvent: (event: StreamEvent) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Why `send` rejected; null when the connection was lost, so that nobody knows what the server did. */
  readonly rejectionOf: (error: unknown) => Rejection | null;
  readonly stop: (turn: Turn) => Promise<void>;
  /** Reads what the database holds of a question and its answers. */
  readonly read: (questionId: string) => Promise<ReadTurn>;
  /** Reads the answers that are being written for this person, and all open ones to some questions. */
  readonly readOpenAnswers: (questionIds: readonly string[]) => Promise<readonly OpenAnswer[]>;
  /** Reads questions, and the replies to them. */
  readonly readAnswered: (questionIds: readonly string[]) => Promise<readonly Message[]>;
  /** The ids of the messages that tabs of this browser are sending. */
  readonly beingSent: () => Promise<ReadonlySet<string>>;
  /** Whether somebody may be looking at the page. */
  readonly isSeen: () => boolean;
  /** Is called when an answer in a chat was begun or ended elsewhere. */
  readonly onChanged: (chatId: string) => void;
  /** Is called when a chat was deleted, and may be back, while an answer was being written there. */
  readonly onGone: (chatId: string) => void;
  /**
   * Puts rows that the server holds where the page reads them. Resolves when the messages are there. `answerId`: the
   * answer that they are about, if it is known.
   */
  readonly updateCaches: (
    chatId: string,
    chat: Chat | null,
    messages: readonly Message[],
    answerId: string | null,
  ) => Promise<void>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Runs its argument when the page should show text that grew. */
  readonly schedule: (callback: () => void) => void;
};

/** What several answers bring within this time is published together: each change of the page costs it a frame. */
const PUBLISH_AFTER_MS = 66;

/**
 * A page that is left or reloaded loses its connections some time before it is gone. So a lost connection is reported only
 * after this time: by then such a page is gone, and the next one asks the database what became of the message.
 */
const GONE_WITHIN_MS = 1000;

/** When the page has left the stream of a stopped answer, the server has mostly stored it after this time. */
const STORED_WITHIN_MS = 250;

/** Resolves after so many milliseconds. */
export const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** The effects of the page itself, for one person. */
export function createTurnEffects(client: QueryClient, userId: string): TurnEffects {
  const hold = createOpenStreams(navigator.locks);
  const refresh = (chatId: string) => {
    if (isSignedIn(userId)) refreshChat(client, { userId, chatId });
  };
  const isThere = async (chatId: string) => (await readChat(chatId)) !== null;
  const followGone = createGoneChats({ isThere, refresh, wait });
  return {
    send: (turn, onEvent, signal) => {
      const sent = hold(signal, (within, accept) => {
        const onEach = (event: StreamEvent) => {
          noteBegun(userId, event, turn.model);
          onEvent(event);
          if (event.type !== "user_message") return;
          accept();
          noteAccepted(client, userId);
          // It went on from another answer: there is more in the chat than this page shows.
          const isNew = !turn.state.saved;
          if (isNew && (event.userMessage.follows ?? null) !== turn.follows) refresh(turn.chatId);
        };
        return sendTurn(userId, turn, onEach, within);
      });
      holdWhileSent({ userId, entry: outboxEntryOf(turn) }, turn.state.saved, sent);
      return sent.catch(async (error: unknown) => {
        if (rejectionOf(error) === null)
          await wait(signal.aborted ? STORED_WITHIN_MS : GONE_WITHIN_MS);
        throw error;
      });
    },
    rejectionOf,
    stop: (turn) => stopTurn(userId, turn),
    read: readTurn,
    readOpenAnswers: (questionIds) => readOpenAnswers(userId, questionIds),
    readAnswered,
    beingSent: messagesBeingSent,
    isSeen: () => !document.hidden,
    onChanged: refresh,
    onGone: (chatId) => void followGone(chatId),
    async updateCaches(chatId, chat, messages, answerId) {
      if (!isSignedIn(userId)) return;
      for (const { id } of messages) {
        draftStore(userId).change((drafts) => acknowledge(drafts, id));
      }
      forgetOpenAnswers(client, userId, chatId, answerId, messages);
      const newest = messages.at(-1);
      if (chat === null && newest) moveUp(client, userId, newest);
      if (chat !== null) {
        upsertChat(client, userId, chat);
        forgetChoice(userId, chatId, chat.model);
      }
      tellOtherTabs({ userId, chatId });
      const reply = messages.find(isWholeReply);
      if (reply !== undefined && document.hidden) {
        void tellWhenDone(userId, reply, titleOf(chatFromList(client, userId, chatId)));
      }
      await upsertMessages(client, userId, chatId, messages);
    },
    now: () => performance.now(),
    wait,
    // Not in a frame: what is changed in one is drawn only by the frame behind it.
    schedule: (callback) => void setTimeout(callback, PUBLISH_AFTER_MS),
  };
}

/** Answers for a user who has signed out are ignored. */
function isSignedIn(userId: string): boolean {
  const session = currentSession();
  return session.status === "signed-in" && session.user.id === userId;
}

function rejectionOf(error: unknown): Rejection | null {
  if (!(error instanceof RequestError) || error.code === "network") return null;
  const { message: reason, code, retryable, status, retryAfterSeconds: seconds } = error;
  const isLimited = code === "rate_limited" && seconds !== undefined;
  const limit = isLimited && { limit: limitSpan(Date.now(), seconds) };
  return { reason, code, retryable, status, ...limit };
}
