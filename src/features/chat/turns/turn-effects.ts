import type { QueryClient } from "@tanstack/react-query";
import type { Message, OpenAnswer, StreamEvent } from "#contract";
import {
  chatFromList,
  moveUp,
  noteAccepted,
  upsertChat,
  upsertMessages,
  upsertOpenAnswers,
} from "#features/chat/data/chat-cache.ts";
import { refreshChat, tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { openAnswersKey, runningKey } from "#features/chat/data/chat-queries.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { acknowledge } from "#features/chat/drafts/outbox-rules.ts";
import { limitSpan } from "#features/chat/models/limit-reason-rules.ts";
import { messagesLeft } from "#features/chat/models/messages-left-store.ts";
import { forgetChoice } from "#features/chat/models/model-choice.ts";
import { isWholeReply } from "#features/chat/notifications/notification-rules.ts";
import { tellWhenDone } from "#features/chat/notifications/tell-when-done.ts";
import { type FailureCode, RequestError, wait } from "#lib/functions-client.ts";
import { currentSession, userIdOf } from "#lib/session.ts";
import type { LiveAnswer } from "./answer-rules.ts";
import { createOpenStreams } from "./open-streams.ts";
import { holdWhileSent, messagesBeingSent } from "./sending-locks.ts";
import { readTurn, sendTurn, stopAnswer } from "./turn-api.ts";
import { outboxEntryOf, type ReadTurn, type Turn, type TurnFailure } from "./turn-rules.ts";

/** Why the server did not carry out a turn; `reason` is fit to show. */
export type Rejection = Omit<TurnFailure, "isGone"> & {
  readonly code: FailureCode;
  readonly status: number;
};

type Begun = Extract<StreamEvent, { type: "user_message" }>;

/**
 * A page that is left or reloaded loses its connections some time before it is gone. So a lost connection is reported only
 * after this time: by then such a page is gone, and the next one asks the database what became of the message.
 */
const GONE_WITHIN_MS = 1000;

/** What turns do outside themselves: the network, the page's caches and the clock. Tests pass their own. */
export type TurnEffects = ReturnType<typeof createTurnEffects>;

/** The effects of the page itself, for one person. Nothing is done for one who has signed out. */
export function createTurnEffects(client: QueryClient, userId: string) {
  const hold = createOpenStreams(navigator.locks);
  const isSignedIn = () => userIdOf(currentSession()) === userId;

  const forgetSent = (messages: readonly Message[]) => {
    for (const { id } of messages) draftStore(userId).change((drafts) => acknowledge(drafts, id));
  };
  const readAnswers = (chatId: string) => {
    void client.invalidateQueries({ queryKey: openAnswersKey(userId, chatId) });
    void client.invalidateQueries({ queryKey: runningKey(userId) });
  };
  const cachedRow = ({ id, chatId }: Turn) =>
    client
      .getQueryData<readonly OpenAnswer[]>(openAnswersKey(userId, chatId))
      ?.find((row) => row.id === id);
  const putMessages = async (chatId: string, messages: readonly Message[]) => {
    forgetSent(messages);
    const newest = messages.at(-1);
    if (newest) moveUp(client, userId, newest);
    tellOtherTabs({ userId, chatId });
    const reply = messages.find(isWholeReply);
    if (reply !== undefined && document.hidden)
      void tellWhenDone(userId, reply, titleOf(chatFromList(client, userId, chatId)));
    await upsertMessages(client, userId, chatId, messages);
  };

  return {
    /** `sendTurn`: sends the question and reports the events of the stream. Rejects when it is refused or breaks off. */
    send(turn: Turn, onEvent: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
      const sent = hold(signal, (within, accept) => {
        const onEach = (event: StreamEvent) => {
          onEvent(event);
          if (event.type === "user_message") accept();
        };
        return sendTurn(userId, turn, onEach, within);
      });
      holdWhileSent({ userId, entry: outboxEntryOf(turn) }, turn.question !== null, sent);
      return sent.catch(async (error: unknown) => {
        if (rejectionOf(error) === null && !signal.aborted) await wait(GONE_WITHIN_MS);
        throw error;
      });
    },
    rejectionOf,
    stop: (answer: LiveAnswer) => stopAnswer(userId, answer),
    read: readTurn,
    beingSent: messagesBeingSent,
    /** Whether nobody looks at the page: then its notifications are waited for. */
    isHidden: () => document.hidden,

    /** The server has begun a turn: the page's caches get its rows. `isNew`: its question was stored now. */
    onBegun(turn: Turn, { chat, userMessage, contextFrom, turnsLeft }: Begun, isNew: boolean) {
      if (!isSignedIn()) return;
      const { chatId } = turn;
      if (turnsLeft !== null) messagesLeft(userId).change(() => turnsLeft);
      noteAccepted(client, userId);
      forgetSent([userMessage]);
      upsertChat(client, userId, chat);
      forgetChoice(userId, chatId, chat.model);
      // Where nothing was counted, another request writes it.
      if (turnsLeft === null) readAnswers(chatId);
      else {
        const { content = null, writer } = cachedRow(turn) ?? {};
        const model = turn.model ?? chat.model;
        const row: OpenAnswer = {
          id: turn.id,
          chat_id: chatId,
          question_id: turn.questionId,
          model,
          status: "running",
          content,
          writer: writer ?? model,
          reason: null,
          asked_at: chat.last_message_at ?? userMessage.created_at,
          context_from: contextFrom,
        };
        upsertOpenAnswers(client, userId, chatId, [row]);
      }
      void upsertMessages(client, userId, chatId, [userMessage]);
      tellOtherTabs({ userId, chatId });
      // It went on from another answer: there is more in the chat than this page shows.
      if (isNew && userMessage.follows !== turn.follows) refreshChat(client, { userId, chatId });
    },

    /** An answer is stored. Resolves when the caches hold it. */
    async onAnswered({ id, chatId }: Turn, messages: readonly Message[]) {
      if (!isSignedIn()) return;
      client.setQueryData<readonly OpenAnswer[]>(runningKey(userId), (rows) =>
        rows?.filter((row) => row.id !== id),
      );
      await putMessages(chatId, messages);
    },

    /** What was read of a turn goes into the caches, and its answer is followed from now on. */
    async onRead({ chatId }: Turn, { question, replies, openAnswers }: ReadTurn) {
      if (!isSignedIn()) return;
      upsertOpenAnswers(client, userId, chatId, openAnswers);
      await putMessages(
        chatId,
        [question, ...replies].filter((it) => it !== null),
      );
      readAnswers(chatId);
    },

    /** An answer broke off. `content`: what was written of it. */
    onBroken(turn: Turn, content: string, reason: string) {
      if (!isSignedIn()) return;
      const { chatId } = turn;
      const row = cachedRow(turn);
      if (row !== undefined) {
        const left = turn.hasText ? { content, writer: row.model } : {};
        upsertOpenAnswers(client, userId, chatId, [{ ...row, ...left, status: "failed", reason }]);
      }
      tellOtherTabs({ userId, chatId });
      readAnswers(chatId);
    },

    /** A chat was deleted, and may be back, while an answer was being written there. */
    onGone({ chatId }: Turn) {
      if (isSignedIn()) refreshChat(client, { userId, chatId });
    },
    /** Monotonic milliseconds. */
    now: () => performance.now(),
    wait,
  };
}

/** Why sending a turn failed; null when the connection was lost, so that nobody knows what the server did. */
function rejectionOf(error: unknown): Rejection | null {
  if (!(error instanceof RequestError) || error.code === "network") return null;
  const { message: reason, code, retryable, status, retryAfterSeconds: seconds } = error;
  const isLimited = code === "rate_limited" && seconds !== undefined;
  const limit = isLimited && { limit: limitSpan(Date.now(), seconds) };
  return { reason, code, retryable, status, ...limit };
}
