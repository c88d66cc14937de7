import type { Message, OpenAnswer, StreamEvent } from "#contract";
import {
  chatFromList,
  moveUp,
  noteMembership,
  upsertChat,
  upsertMessages,
  nameCachedChat,
} from "#features/chat/data/chat-cache.ts";
import { refreshChat, tellOtherTabs } from "#features/chat/data/chat-channel.ts";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { runningKey } from "#features/chat/data/chat-queries.ts";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { acknowledge, entryOf } from "#features/chat/drafts/outbox-rules.ts";
import { limitSpan } from "#features/chat/models/limit-reason-rules.ts";
import { messagesLeft } from "#features/chat/models/messages-left-store.ts";
import { forgetChoice } from "#features/chat/models/model-choice.ts";
import { isWholeReply } from "#features/chat/notifications/notification-rules.ts";
import { RequestError, wait } from "#lib/functions-client.ts";
import { queryClient } from "#lib/query-client.ts";
import { currentSession, serverTime, userIdOf } from "#lib/session.ts";
import { makeTitle, needsName } from "#text-rules";
import { type Answer, type AnswerEvent, type AnswersById, isSameKind } from "./answer-rules.ts";
import { answersIn, currentAnswers, dispatch, keepAnswersOf, onEnded } from "./answers.ts";
import { answersBeingSent, createOpenStreams } from "./sending-locks.ts";
import { type ReadTurn, readTurn, sendTurn, stopAnswer } from "./turn-api.ts";
import {
  CONNECTION_BROKE,
  GONE,
  NOT_SENT,
  type Turn,
  type TurnFailure,
  turnOfEntry,
} from "./turn-rules.ts";

export type Turns = ReturnType<typeof createTurns>;

type Begun = Extract<StreamEvent, { type: "user_message" }>;

/** So soon after a short reply the name of its new chat is there, mostly. */
const NAMED_WITHIN_MS = 4_000;

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
 * The turns of one person in this tab: each sends its question, and tells the answers what its stream brings. They go on
 * whatever the page shows; only `drop`, `dropChat` and `dispose` end them early.
 */
function createTurns(userId: string) {
  keepAnswersOf(userId);
  /** By the answers' ids. `accepted` resolves when the server has taken the request. */
  const requests = new Map<string, { leaving: AbortController; accepted: Promise<void> }>();
  const holdStream = createOpenStreams(navigator.locks);

  const tell = (id: string, event: AnswerEvent) => dispatch(userId, id, event);
  const get = (answerId: string) => currentAnswers().get(answerId);
  /** The caches of somebody who has signed out stay empty. */
  const isSignedIn = () => userIdOf(currentSession()) === userId;

  function drop(answerId: string) {
    requests.get(answerId)?.leaving.abort();
    tell(answerId, { type: "gone" });
  }

  /** Sends the question, tells what the server streams back, and finds out what became of the answer. */
  async function run(turn: Turn): Promise<void> {
    const { answerId } = turn;
    const { promise: accepted, resolve: accept } = Promise.withResolvers<void>();
    const request = { leaving: new AbortController(), accepted };
    const { signal } = request.leaving;
    tell(answerId, { type: "asked", turn });
    requests.set(answerId, request);
    let refusal: TurnFailure | null = null;
    let reply: Message | null = null;
    let at = 0;
    let firstLine: string | null = null;
    let isNamed = false;
    const onEvent = (event: StreamEvent, keepStream: () => void) => {
      if (requests.get(answerId) !== request) return;
      if (event.type === "user_message") {
        const { userMessage: question, contextFrom, chat } = event;
        const model = turn.model ?? chat.model;
        tell(answerId, { type: "begun", question, model, contextFrom });
        firstLine = chat.title;
        accept();
        keepStream();
        if (isSignedIn()) noteBegun(turn, event);
      } else if (event.type === "delta") {
        tell(answerId, { type: "text", at, text: event.text });
        at += event.text.length;
      } else if (event.type === "title") {
        isNamed = true;
        if (isSignedIn()) nameCachedChat(userId, turn.chatId, firstLine, event.title);
        tellOtherTabs({ userId, chatId: turn.chatId });
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
    if (signal.aborted) await wait(STORED_WITHIN_MS);
    // Dropped, and perhaps asked for again meanwhile.
    if (requests.get(answerId) !== request) return;
    requests.delete(answerId);
    const answer = get(answerId);
    if (answer === undefined) return;
    if (reply !== null) {
      await stored(turn.chatId, [answer.turn?.question ?? null, reply], reply);
      // The reply was short. The name comes some moments later, and no stream tells it.
      const { chatId, content, question } = turn;
      const isFirst = question === null && firstLine === makeTitle(content);
      if (isFirst && !isNamed && needsName(content))
        setTimeout(() => isSignedIn() && refreshChat({ userId, chatId }, false), NAMED_WITHIN_MS);
    } else if (refusal !== null && !isUncertain(refusal)) failed(answer, refusal);
    else if (answer.isBegun) leave(answer);
    else await find(answerId, refusal);
  }

  /** An answer is a message. The messages go into the caches before that. */
  async function stored(chatId: string, messages: readonly (Message | null)[], message: Message) {
    if (isSignedIn()) await cacheMessages(chatId, messages);
    tell(message.id, { type: "stored", message });
    // Those of its model that had failed at the question go, as in the database.
    for (const answer of currentAnswers().values()) {
      const { id, questionId, model, failed } = answer;
      const isOfIts = questionId === message.reply_to && model === message.model;
      if (isOfIts && failed !== null && isSameKind(answer, message)) drop(id);
    }
  }

  /** It goes where its message is no longer in the outbox: that is back in its box, or its person has logged out. */
  function failed({ id, chatId, questionId, isSaved, isBegun }: Answer, failure: TurnFailure) {
    if (!isSaved && entryOf(draftStore(userId).get(), questionId) === undefined) return drop(id);
    tell(id, { type: "failed", failure });
    if (!isSignedIn()) return;
    if (isBegun) tellOtherTabs({ userId, chatId });
    // Its row tells it from now on, or its chat was deleted and may be back.
    if (isBegun || failure.code === "gone") readAgain(chatId);
  }

  /** Leaves an answer that the server is writing to the reads. */
  function leave({ id, chatId }: Answer) {
    tell(id, { type: "lost" });
    readAgain(chatId);
  }

  /**
   * Asks the database for a question of which nobody knows whether the server has it, or for an answer to it.
   * @param refusal Of a fault on the server's side: the question may have been stored before it.
   */
  async function find(answerId: string, refusal: TurnFailure | null): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      const asked = get(answerId);
      if (asked === undefined) return;
      const { questionId, chatId } = asked;
      // Before the read: one that another tab has sent by now is in it.
      const beingSent: readonly string[] = asked.isSaved ? [] : await answersBeingSent();
      const before = currentAnswers();
      const read = await readTurn(questionId, chatId).catch(() => null);
      // A request of this page's own tells what becomes of it.
      if (get(answerId) === undefined || requests.has(answerId)) return;
      if (read?.question) tell(answerId, { type: "saved", question: read.question });
      if (read !== null && (await isThere(answerId, chatId, read, before))) return;
      // The open answers were read first, and the question may have been stored since. What an earlier page has sent may
      // still be on its way.
      const mayCome = isFirst && (read?.question != null || !asked.isAwaited);
      const isLater = mayCome || (!read?.question && beingSent.includes(answerId));
      const now = get(answerId);
      if (now === undefined) return;
      if (!isLater) return failed(now, whyNotThere(now, read, refusal));
      await wait(READ_AGAIN_MS);
    }
  }

  /**
   * Whether the database holds an answer. What was read of its question is told then.
   * @param before The answers before the read. What has changed since is newer than what was read.
   */
  async function isThere(answerId: string, chatId: string, read: ReadTurn, before: AnswersById) {
    const { question, replies, openAnswers } = read;
    const isUpToDate = ({ id }: OpenAnswer) =>
      id === answerId ? get(id) !== undefined : get(id) === before.get(id);
    const reply = replies.find(({ id }) => id === answerId);
    if (reply !== undefined) await stored(chatId, [question, reply], reply);
    else if (openAnswers.some(({ id }) => id === answerId)) {
      if (isSignedIn()) await cacheMessages(chatId, [question, ...replies]);
      tell(answerId, { type: "lost" });
      for (const row of openAnswers.filter(isUpToDate)) tell(row.id, { type: "seen", row });
      readAgain(chatId);
    } else return false;
    return true;
  }

  const readAgain = (chatId: string) => {
    refreshChat({ userId, chatId });
    void queryClient.invalidateQueries({ queryKey: runningKey(userId) });
  };
  const forgetSent = (messageId: string) =>
    draftStore(userId).change((drafts) => acknowledge(drafts, messageId));

  /** The server has begun a turn: the caches get its rows. */
  function noteBegun(turn: Turn, { chat, userMessage, turnsLeft }: Begun) {
    const { chatId, follows = null } = turn;
    if (turnsLeft !== null) messagesLeft(userId).change(() => turnsLeft);
    noteMembership(userId, true);
    forgetSent(userMessage.id);
    upsertChat(userId, chat);
    forgetChoice(userId, chatId, chat.model);
    // Where nothing was counted, another request writes it.
    if (turnsLeft === null) readAgain(chatId);
    void upsertMessages(userId, chatId, [userMessage]);
    tellOtherTabs({ userId, chatId, stored: [userMessage] });
    // It was stored now, and went on from another answer: there is more in the chat than this page shows.
    if (turn.question === null && userMessage.follows !== follows) refreshChat({ userId, chatId });
  }

  /** Resolves when the caches hold the messages. */
  async function cacheMessages(chatId: string, read: readonly (Message | null)[]) {
    const messages = read.filter((message) => message !== null);
    noteMessages(chatId, messages);
    await upsertMessages(userId, chatId, messages);
  }

  /** What follows from it that messages are stored. */
  function noteMessages(chatId: string, messages: readonly Message[]) {
    for (const { id } of messages) forgetSent(id);
    const newest = messages.at(-1);
    if (newest) moveUp(userId, newest);
    tellOtherTabs({ userId, chatId, stored: messages });
    const reply = messages.find(isWholeReply);
    if (reply !== undefined && document.hidden)
      import("#features/chat/notifications/tell-when-done.ts").then(
        ({ tellWhenDone }) => tellWhenDone(userId, reply, titleOf(chatFromList(userId, chatId))),
        () => undefined,
      );
  }

  const end = onEnded(({ turn: { chatId }, message, wasHere, isStopped }) => {
    if (message === null || !isSignedIn()) return;
    // The reads have found an answer whose stream this page had lost.
    if (!wasHere) noteMessages(chatId, [message]);
    // What the person has stopped is no news, also where they have left its chat at once.
    if (isStopped)
      import("#features/chat/notifications/seen-store.ts").then(
        ({ markSeen }) => markSeen(userId, chatId, message.created_at),
        () => undefined,
      );
  });

  return {
    /**
     * Sends a message, or asks for a further answer to one that the database holds; one that failed once more, for the
     * same answer.
     */
    async send(turn: Turn): Promise<void> {
      if (get(turn.answerId)?.isHere !== true) await run(turn);
    },

    /** Shows a message that another tab or an earlier page has sent, and follows it. It is unsent when it has not arrived. */
    async followSent(entry: OutboxEntry): Promise<void> {
      const known = get(entry.answerId);
      if (known && (known.failed === null || known.isSaved)) return;
      tell(entry.answerId, { type: "asked", turn: turnOfEntry(entry), isElsewhere: true });
      await find(entry.answerId, null);
    },

    /**
     * Ends an answer; what was written so far is kept. Rejects when the server could not be told.
     * @param withOthers Whether all other answers to its question end too, also those that are not asked for yet.
     */
    async stop({ id }: Answer, withOthers = false) {
      if (get(id)?.isStopping !== false) return;
      tell(id, { type: "stopRequested", isStopping: true });
      // The page may read that it has ended before the server's reply to this comes, and the person ask for it again.
      const request = requests.get(id);
      try {
        // Before that there is nothing that the server could stop.
        await request?.accepted;
        const answer = get(id);
        if (answer === undefined) return;
        if (!answer.isSaved) return tell(id, { type: "stopRequested", isStopping: false });
        await stopAnswer(userId, answer, withOthers);
        request?.leaving.abort();
      } catch (error) {
        tell(id, { type: "stopRequested", isStopping: false });
        throw error;
      }
    },

    drop,
    dropChat: (chatId: string) => answersIn(chatId).forEach(({ id }) => drop(id)),
    dispose() {
      current = null;
      end();
      requests.forEach(({ leaving }) => leaving.abort());
      requests.clear();
    },
  };
}

/** Why a turn has failed that the database does not hold, or could not be asked for. */
function whyNotThere({ isSaved }: Answer, read: ReadTurn | null, refusal: TurnFailure | null) {
  if (!isSaved) return refusal ?? { reason: NOT_SENT, retryable: true };
  if (read !== null && read.question === null)
    return { reason: GONE, retryable: true, code: "gone" } as const;
  return { ...refusal, reason: refusal?.reason ?? CONNECTION_BROKE, retryable: true };
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
