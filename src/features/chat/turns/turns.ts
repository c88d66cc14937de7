import type { Message, OpenAnswer, StreamEvent } from "#contract";
import {
  endStream,
  forgetAllTexts,
  forgetTexts,
  setStopping,
  stopping,
  streamText,
  textOf,
} from "#features/chat/data/answer-texts.ts";
import {
  chatFromList,
  moveUp,
  noteMembership,
  upsertChat,
  upsertMessages,
  upsertOpenAnswers,
} from "#features/chat/data/chat-cache.ts";
import { refreshChat, tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { openAnswersKey, runningKey } from "#features/chat/data/chat-queries.ts";
import { isComing } from "#features/chat/data/message-rules.ts";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { acknowledge, entryOf } from "#features/chat/drafts/outbox-rules.ts";
import { limitSpan } from "#features/chat/models/limit-reason-rules.ts";
import { messagesLeft } from "#features/chat/models/messages-left-store.ts";
import { forgetChoice } from "#features/chat/models/model-choice.ts";
import { isWholeReply } from "#features/chat/notifications/notification-rules.ts";
import { tellWhenDone } from "#features/chat/notifications/tell-when-done.ts";
import { RequestError, wait } from "#lib/functions-client.ts";
import { queryClient } from "#lib/query-client.ts";
import { currentSession, serverTime, userIdOf } from "#lib/session.ts";
import { createStore } from "#lib/store.ts";
import { createOpenStreams, messagesBeingSent } from "./sending-locks.ts";
import { type ReadTurn, readTurn, sendTurn, stopAnswer } from "./turn-api.ts";
import {
  CONNECTION_BROKE,
  GONE,
  type LiveAnswer,
  NEW_TRY,
  NOT_SENT,
  type Turn,
  type TurnFailure,
  turnOfEntry,
  turnOfQuestion,
} from "./turn-rules.ts";

/** How a turn ended; null when it is given up, or its answer is left to `follow.ts`. */
export type TurnOutcome = {
  readonly turn: Turn;
  /** Null when the answer is stored. */
  readonly failure: TurnFailure | null;
  /** Whether the person stopped it. */
  readonly isStopped: boolean;
} | null;

export type Turns = ReturnType<typeof createTurns>;

type Begun = Extract<StreamEvent, { type: "user_message" }>;

const READ_AGAIN_MS = 1_000;
/** When the page has left a stream, the server has mostly stored what it stores then after this time. */
const STORED_WITHIN_MS = 250;
/**
 * A page that is left or reloaded loses its connections some time before it is gone. So a lost connection is looked into
 * only after this time: by then such a page is gone, and the next one asks the database what became of the message.
 */
const GONE_WITHIN_MS = 1000;

let current: { readonly userId: string; readonly turns: Turns } | null = null;

/** The turns of a person in this tab. Asking for another person's ends those of the one before. */
export function turnsOf(userId: string): Turns {
  if (current?.userId !== userId) {
    current?.turns.dispose();
    current = { userId, turns: createTurns(userId) };
  }
  return current.turns;
}

/**
 * The turns of one person in this tab: each sends its question and streams the answer into the page's caches. They go on
 * whatever the page shows; only `drop`, `dropChat` and `dispose` end them early.
 */
function createTurns(userId: string) {
  const store = createStore<readonly Turn[]>([]);
  /** By the answers' ids. `accepted` resolves when the server has taken the request. */
  const requests = new Map<string, { leaving: AbortController; accepted: Promise<void> }>();
  /** The answers whose streams were lost, until `follow.ts` tells of their end. */
  const left = new Set<string>();
  const holdStream = createOpenStreams(navigator.locks);

  const get = (answerId: string) => store.get().find((turn) => turn.answerId === answerId);
  const inChat = (chatId: string) => store.get().filter((turn) => turn.chatId === chatId);
  /** The caches of somebody who has signed out stay empty. */
  const isSignedIn = () => userIdOf(currentSession()) === userId;

  function put(turn: Turn): Turn {
    const known = get(turn.answerId);
    const turns = store.get().map((other) => (other === known ? turn : other));
    store.set(known === undefined ? [...turns, turn] : turns);
    return turn;
  }

  function drop(answerId: string) {
    requests.get(answerId)?.leaving.abort();
    if (get(answerId) !== undefined)
      store.set(store.get().filter((turn) => turn.answerId !== answerId));
  }

  /** Sends the question, shows what the server streams back, and finds out what became of the answer. */
  async function run(turn: Turn): Promise<TurnOutcome> {
    const { answerId } = turn;
    const { promise: accepted, resolve: accept } = Promise.withResolvers<void>();
    const request = { leaving: new AbortController(), accepted };
    const { signal } = request.leaving;
    put({ ...turn, ...NEW_TRY });
    requests.set(answerId, request);
    let refusal: TurnFailure | null = null;
    let reply: Message | null = null;
    let written = "";
    const onEvent = (event: StreamEvent, keepStream: () => void) => {
      const now = get(answerId);
      if (now === undefined) return;
      if (event.type === "user_message") {
        const model = now.model ?? event.chat.model;
        put({ ...now, question: event.userMessage, model, isBegun: true });
        accept();
        keepStream();
        if (isSignedIn()) cacheBegun({ ...now, model }, event);
      } else if (event.type === "delta") {
        written += event.text;
        streamText(answerId, written);
        if (!now.hasText) put({ ...now, hasText: true });
      } else if (event.type === "ai_message") {
        reply = event.aiMessage;
      } else {
        const { error: reason, code, retryable } = event;
        refusal = { reason, code, retryable, status: 200 };
      }
    };
    try {
      const isNew = turn.question === null;
      await holdStream({ userId, entry: turn }, isNew, request.leaving, (keep) =>
        sendTurn(userId, turn, (event) => onEvent(event, keep), signal),
      );
    } catch (error) {
      if (!signal.aborted) refusal = refusalOf(error);
      if (!signal.aborted && refusal === null) await wait(GONE_WITHIN_MS);
    }
    accept();
    endStream(answerId);
    if (signal.aborted) await wait(STORED_WITHIN_MS);
    // Dropped, and perhaps asked for again meanwhile.
    if (requests.get(answerId) !== request) return null;
    requests.delete(answerId);
    const ended = get(answerId);
    if (ended === undefined) return null;
    if (reply !== null) return answered(ended, reply);
    if (refusal !== null && !isUncertain(refusal)) return refused(ended, refusal);
    return ended.isBegun ? leave(ended) : find(answerId, refusal);
  }

  async function answered(turn: Turn, reply: Message): Promise<TurnOutcome> {
    const { answerId, chatId, messageId, question, model } = turn;
    if (isSignedIn()) {
      queryClient.setQueryData<readonly OpenAnswer[]>(runningKey(userId), (rows) =>
        rows?.filter(({ id }) => id !== answerId),
      );
      await cacheMessages(chatId, [question, reply]);
    }
    setStopping(answerId, false);
    drop(answerId);
    // Those of its model that had failed at the question go, as in the database.
    for (const other of store.get()) {
      if (other.messageId === messageId && other.model === model && other.failure !== null)
        drop(other.answerId);
    }
    return { turn, failure: null, isStopped: reply.stopped_at !== null };
  }

  function refused(turn: Turn, failure: TurnFailure): TurnOutcome {
    if (!turn.isBegun || failure.code === "gone") return failed(turn, failure);
    // The server's row tells it from now on.
    if (isSignedIn()) cacheBroken(turn, failure.reason);
    drop(turn.answerId);
    return { turn, failure, isStopped: false };
  }

  /**
   * No row tells of it: the turn stays, with the reason. It goes where its message is no longer in the outbox: that is back
   * in its box, or its person has logged out.
   */
  function failed(turn: Turn, failure: TurnFailure): TurnOutcome {
    const { chatId, answerId, messageId, question } = turn;
    if (question === null && entryOf(draftStore(userId).get(), messageId) === undefined) {
      drop(answerId);
      return null;
    }
    // Its chat was deleted, and may be back.
    if (failure.code === "gone" && isSignedIn()) readAgain(chatId);
    return { turn: put({ ...turn, failure }), failure, isStopped: false };
  }

  /** Leaves an answer that the server is writing to `follow.ts`. */
  function leave({ answerId, chatId }: Turn): null {
    left.add(answerId);
    drop(answerId);
    readAgain(chatId);
    return null;
  }

  /**
   * Asks the database for a question of which nobody knows whether the server has it, or for an answer to it.
   * @param refusal Of a fault on the server's side: the question may have been stored before it.
   */
  async function find(answerId: string, refusal: TurnFailure | null): Promise<TurnOutcome> {
    for (let isFirst = true; ; isFirst = false) {
      const asked = get(answerId);
      if (asked === undefined) return null;
      // Before the read: one that another tab has sent by now is in it.
      const beingSent: readonly string[] = asked.question === null ? await messagesBeingSent() : [];
      const read = await readTurn(asked.messageId, asked.chatId).catch(() => null);
      const now = get(answerId);
      if (now === undefined) return null;
      const turn = read?.question ? put({ ...now, question: read.question }) : now;
      if (read !== null && [...read.replies, ...read.openAnswers].some(({ id }) => id === answerId))
        return outcomeOf(turn, read, stopping.get().has(answerId));
      // The open answers were read first, and the question may have been stored since.
      const isLater = read?.question ? isFirst : beingSent.includes(turn.messageId);
      if (!isLater) return failed(turn, whyNotThere(turn, read, refusal));
      await wait(READ_AGAIN_MS);
    }
  }

  /** What became of an answer by what was read of its question. That goes into the caches. */
  async function outcomeOf(
    turn: Turn,
    { question, replies, openAnswers }: ReadTurn,
    wasStopping: boolean,
  ): Promise<TurnOutcome> {
    const { answerId, chatId } = turn;
    const reply = replies.find(({ id }) => id === answerId);
    if (reply !== undefined) return answered({ ...turn, question }, reply);
    if (isSignedIn()) {
      upsertOpenAnswers(userId, chatId, openAnswers);
      await cacheMessages(chatId, [question, ...replies]);
    }
    const row = openAnswers.find(({ id }) => id === answerId);
    if (row !== undefined && isComing(row)) return leave(turn);
    drop(answerId);
    if (row === undefined) return null;
    const failure = { reason: row.reason ?? NOT_SENT, retryable: true };
    return { turn, failure, isStopped: wasStopping || row.status === "stopped" };
  }

  const readAgain = (chatId: string) => {
    refreshChat({ userId, chatId });
    void queryClient.invalidateQueries({ queryKey: runningKey(userId) });
  };
  const cachedRow = ({ answerId, chatId }: Turn) =>
    queryClient
      .getQueryData<readonly OpenAnswer[]>(openAnswersKey(userId, chatId))
      ?.find(({ id }) => id === answerId);
  const forgetSent = (messageId: string) =>
    draftStore(userId).change((drafts) => acknowledge(drafts, messageId));

  /** The server has begun a turn: the caches get its rows. */
  function cacheBegun(turn: Turn, { chat, userMessage, contextFrom, turnsLeft }: Begun) {
    const { answerId: id, messageId: question_id, chatId, follows = null } = turn;
    if (turnsLeft !== null) messagesLeft(userId).change(() => turnsLeft);
    noteMembership(userId, true);
    forgetSent(userMessage.id);
    upsertChat(userId, chat);
    forgetChoice(userId, chatId, chat.model);
    // Where nothing was counted, another request writes it.
    if (turnsLeft === null) readAgain(chatId);
    else {
      const model = turn.model ?? chat.model;
      const { content = null, writer, text_id = 0 } = cachedRow(turn) ?? {};
      const row: OpenAnswer = {
        id,
        chat_id: chatId,
        question_id,
        model,
        status: "running",
        content,
        writer: writer ?? model,
        reason: null,
        code: null,
        text_id,
        asked_at: chat.last_message_at ?? userMessage.created_at,
        context_from: contextFrom,
      };
      upsertOpenAnswers(userId, chatId, [row]);
    }
    void upsertMessages(userId, chatId, [userMessage]);
    tellOtherTabs({ userId, chatId });
    // It was stored now, and went on from another answer: there is more in the chat than this page shows.
    if (turn.question === null && userMessage.follows !== follows) refreshChat({ userId, chatId });
  }

  /** Resolves when the caches hold the messages. */
  async function cacheMessages(chatId: string, read: readonly (Message | null)[]) {
    const messages = read.filter((message) => message !== null);
    for (const { id } of messages) forgetSent(id);
    const newest = messages.at(-1);
    if (newest) moveUp(userId, newest);
    tellOtherTabs({ userId, chatId });
    const reply = messages.find(isWholeReply);
    if (reply !== undefined && document.hidden)
      void tellWhenDone(userId, reply, titleOf(chatFromList(userId, chatId)));
    await upsertMessages(userId, chatId, messages);
  }

  function cacheBroken(turn: Turn, reason: string) {
    const { answerId, chatId, hasText } = turn;
    const row = cachedRow(turn);
    if (row !== undefined) {
      const left = hasText ? { content: textOf(answerId), writer: row.model } : {};
      upsertOpenAnswers(userId, chatId, [{ ...row, ...left, status: "failed", reason }]);
    }
    tellOtherTabs({ userId, chatId });
    readAgain(chatId);
  }

  return {
    store,
    get,
    inChat,

    /**
     * Sends a message, or asks for a further answer to one that the database holds; one that failed once more, for the
     * same answer. `left`: the text that an earlier try has left.
     */
    async send(turn: Turn, left = ""): Promise<TurnOutcome> {
      const known = get(turn.answerId);
      if (known !== undefined && known.failure === null) return null;
      setStopping(turn.answerId, false);
      forgetTexts([turn.answerId]);
      if (left !== "") streamText(turn.answerId, left);
      return run(turn);
    },

    /** Shows a message that an earlier page could not send. */
    showUnsent(entry: OutboxEntry) {
      const failure = { reason: NOT_SENT, retryable: true };
      if (get(entry.answerId) === undefined) put({ ...turnOfEntry(entry), failure });
    },

    /** Shows a message that another tab is sending, and follows it. It is unsent when that tab gives it up. */
    async followSent(entry: OutboxEntry): Promise<TurnOutcome> {
      const known = get(entry.answerId);
      if (known && (known.failure === null || known.question !== null)) return null;
      return find(put(turnOfEntry(entry)).answerId, null);
    },

    /** Ends an answer; what was written so far is kept. Rejects when the server could not be told. */
    async stop(answer: LiveAnswer) {
      const { id } = answer;
      if (stopping.get().has(id)) return;
      setStopping(id, true);
      // The page may read that it has ended before the server's reply to this comes, and the person ask for it again.
      const request = requests.get(id);
      try {
        // Before that there is nothing that the server could stop.
        await request?.accepted;
        if (get(id)?.question === null) return setStopping(id, false);
        await stopAnswer(userId, answer);
        request?.leaving.abort();
      } catch (error) {
        setStopping(id, false);
        throw error;
      }
    },

    /** What became of an answer that is no longer on its way, where this page had begun to stream it. */
    async ended({ id: answerId, question_id, chat_id, model }: OpenAnswer): Promise<TurnOutcome> {
      const wasStopping = stopping.get().has(answerId);
      // One that is asked for again later does not stand still.
      setStopping(answerId, false);
      if (!left.delete(answerId)) return null;
      const read = await readTurn(question_id, chat_id).catch(() => null);
      // Asked for again meanwhile: what was read is of the try before.
      if (get(answerId) !== undefined) return null;
      if (read === null || read.question === null) return null;
      return outcomeOf(turnOfQuestion(read.question, { answerId, model }), read, wasStopping);
    },

    drop,
    dropChat: (chatId: string) => inChat(chatId).forEach(({ answerId }) => drop(answerId)),
    dispose() {
      store.get().forEach(({ answerId }) => drop(answerId));
      forgetAllTexts();
    },
  };
}

/** Why a turn has failed that the database does not hold, or could not be asked for. */
function whyNotThere({ question }: Turn, read: ReadTurn | null, refusal: TurnFailure | null) {
  if (question === null) return refusal ?? { reason: NOT_SENT, retryable: true };
  if (read !== null && read.question === null)
    return { reason: GONE, retryable: true, code: "gone" } as const;
  return { ...refusal, reason: CONNECTION_BROKE, retryable: true };
}

/** A fault on the server's side: the question may have been stored before it. */
const isUncertain = ({ status = 0 }: TurnFailure) => status >= 500;

/** Why the server refused a turn; null when the connection was lost, so that nobody knows what it did. */
function refusalOf(error: unknown): TurnFailure | null {
  if (!(error instanceof RequestError) || error.code === "network") return null;
  const { message: reason, code, retryable, status, retryAfterSeconds: seconds } = error;
  const isLimited = code === "rate_limited" && seconds !== undefined;
  const limit = isLimited && { limit: limitSpan(serverTime(), seconds) };
  return { reason, code, retryable, status, ...limit };
}
