import { useEffect } from "react";
import { flushSync } from "react-dom";
import { type NavigateFunction, useNavigate } from "react-router-dom";
import type { Message } from "#contract";
import { cacheEmptyChat, noteMembership } from "#features/chat/data/chat-cache.ts";
import { refreshChat } from "#features/chat/data/chat-channel.ts";
import { messagesKey } from "#features/chat/data/chat-queries.ts";
import { type LoadedMessages, loadedMessages } from "#features/chat/data/message-pages-rules.ts";
import { isInConversation } from "#features/chat/data/message-rules.ts";
import { HOME, type OutboxEntry, placeOf } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { entryOf, keepOfGone, putIntoOutbox } from "#features/chat/drafts/outbox-rules.ts";
import {
  chatsWaitingOffline,
  returnSent,
  nextQueued,
  queuedIn,
  releaseQueued,
  returnWaiting,
  tellQueue,
} from "#features/chat/drafts/queue-rules.ts";
import { withViewed } from "#features/chat/models/answer-choice-rules.ts";
import { answerChoices, followedIn } from "#features/chat/models/answer-choices.ts";
import { chosenModel } from "#features/chat/models/model-choice.ts";
import type { AskedModels } from "#features/chat/models/model-rules.ts";
import type { Answer } from "#features/chat/turns/answer-rules.ts";
import {
  answers,
  answersIn,
  currentAnswers,
  onEnded,
  type TurnOutcome,
} from "#features/chat/turns/answers.ts";
import { followElsewhere } from "#features/chat/turns/follow.ts";
import { inTurn } from "#features/chat/turns/sending-locks.ts";
import {
  CONNECTION_BROKE,
  type Turn,
  turnOfEntry,
  turnOfQuestion,
} from "#features/chat/turns/turn-rules.ts";
import { turnsOf } from "#features/chat/turns/turns.ts";
import { notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { queryClient } from "#lib/query-client.ts";
import { askToLogIn, serverTime } from "#lib/session.ts";
import { useStore } from "#lib/store.ts";
import { useIsOnline } from "#lib/use-is-online.ts";
import type { ModelId } from "#models";
import { newId } from "#new-id";
import { notifyGone, turnNotice } from "./failure-notice.ts";
import { forgetStored, recoverLater } from "./outbox-recovery.ts";
import { takeFromBox, wayBack } from "./outgoing.ts";

/** An answer that is asked for again. */
type FailedTurn = { readonly turn: Turn; readonly isFurther: boolean };

let current: { readonly userId: string; readonly sender: Sender } | null = null;
let navigate: NavigateFunction = () => undefined;

/** The sender of a person in this tab. */
export function senderOf(userId: string): Sender {
  if (current?.userId !== userId) current = { userId, sender: createSender(userId) };
  return current.sender;
}

type Sender = ReturnType<typeof createSender>;

/**
 * Sends one person's messages: empties the box, starts the turn, and when it has failed shows the notice, wherever the
 * person is by then. A message that the server did not take, and will not take, goes back into its box.
 */
function createSender(userId: string) {
  const turns = turnsOf(userId);
  const drafts = draftStore(userId);
  const choices = answerChoices(userId);

  const send = (turn: Turn) => void turns.send(turn);

  /** Does what follows from the end of an answer. */
  const follow = ({ turn, failure, isStopped }: TurnOutcome) => {
    const { chatId, messageId, answerId, question, compares } = turn;
    const isSideBySide =
      choices.get()[messageId] === undefined &&
      question?.asked_together?.some((asked) => asked.answerId === answerId) === true;
    // Beside a whole reply the chat goes on, whatever becomes of the others.
    const goesOn = isSideBySide && hasWholeReply(userId, question);
    if (compares === undefined && (goesOn || failure === null || isStopped))
      sendQueued(chatId, isStopped && !goesOn);
    if (failure === null) return;
    const { status, code, reason, retryable } = failure;
    const saved = question !== null;
    const notice = isStopped ? null : turnNotice(turn, failure);
    // Of several answers each shows its own failure.
    if (notice !== null && !isSideBySide) {
      if (saved && code === "gone") void notifyGone({ userId, chatId }, notice);
      else notify(notice);
    }
    if (code === "conflict" && status === 409) {
      // The conversation is not what this page shows.
      if (saved) turns.drop(answerId);
      refreshChat({ userId, chatId });
    }
    const isNoChat = code === "not_found" || (code === "gone" && !saved);
    if (!saved && (turn.startsChat || !retryable)) {
      // These ids are taken, or lead nowhere; with any other refusal they are as good as new.
      const keepsIds = code !== "conflict" && code !== "gone" && code !== "not_found";
      takeBack(turn, isNoChat ? HOME : placeOf(drafts.get(), turn), keepsIds);
    }
    if (code === "unauthenticated") askToLogIn();
    if (code === "membership_required") noteMembership(userId, false);
    if (isNoChat) refreshChat({ userId, chatId: turn.from?.chatId ?? chatId });
    const mayBeStored = status === undefined || status >= 500;
    if (saved ? reason === CONNECTION_BROKE : mayBeStored) recoverLater(userId, turn);
  };

  const takeBack = (turn: Turn, place: string, keepsIds: boolean) => {
    turns.drop(turn.answerId);
    // What waited for its reply comes back too, behind it: the person decides.
    drafts.change((all) => {
      const back = returnSent(returnWaiting(all, turn.chatId), place, turn, keepsIds);
      // Its chat is not there: no list leads to what is typed in it.
      const isGone = place === HOME && !turn.startsChat;
      return isGone ? keepOfGone(back, turn.chatId, serverTime()) : back;
    });
    if (!turn.startsChat || location.pathname !== paths.chat(turn.chatId)) return;
    // At once: the next key belongs to the box where the way leads.
    flushSync(() => void navigate(...wayBack(place === HOME ? undefined : turn.from)));
  };

  /**
   * Sends the next message that waits for the last reply in a chat, which was stopped or is whole. Without a network it
   * waits for that.
   * @param isOthers Whether another tab may be about to: while it is, this one does nothing.
   */
  const sendQueued = (chatId: string, isStopped: boolean, isOthers = false) =>
    inTurn(chatId, !isOthers, () => {
      if (answersIn(chatId).some(({ isHere, compares }) => isHere && !compares)) return undefined;
      // What an earlier page has sent goes first: nobody knows yet what became of it.
      if (isOthers && drafts.get().outbox.some((entry) => isLeft(entry, chatId))) return undefined;
      const next = nextQueued(queuedIn(drafts.get().outbox, chatId), isStopped);
      if (next === undefined) return undefined;
      if (navigator.onLine) return release(next);
      drafts.change((all) =>
        tellQueue(all, chatId, { type: "postponed", entry: next, waitsFor: "network" }),
      );
      return undefined;
    });

  /** Sends a message that waits, unless another tab has. */
  const release = ({ messageId }: OutboxEntry) => {
    const isReleased = drafts.change((all) => releaseQueued(all, messageId));
    const sent = isReleased ? entryOf(drafts.get(), messageId) : undefined;
    return sent && start(sent);
  };

  /** Starts the turn of a message that is in the outbox. Returns it when the server has the message, null if it never has. */
  const start = (taken: OutboxEntry): Promise<Turn | null> => {
    const followed = taken.follows ? null : followedIn(userId, taken.chatId);
    const entry = { ...taken, ...followed };
    if (entry.startsChat) cacheEmptyChat(userId, entry.chatId);
    drafts.change((all) =>
      tellQueue(putIntoOutbox(all, [entry]), entry.chatId, { type: "sent", entry }),
    );
    send(turnOfEntry(entry));
    askOthers(entry);
    return whenSaved(entry.answerId);
  };

  /** The messages that were stopped before the server had them. */
  const stoppedUnsaved = new Set<string>();

  /** Asks the other models of a message as soon as the server has it, unless it was stopped before. */
  const askOthers = ({ messageId, answerId, others }: OutboxEntry) => {
    if (others === undefined) return;
    void whenSaved(answerId).then((turn) => {
      if (stoppedUnsaved.delete(messageId) || !turn?.question) return;
      for (const other of others) send(turnOfQuestion(turn.question, other));
    });
  };

  return {
    /** Sends into a chat, to all of `models` where there are some. What was typed leaves the box at once. */
    send: (chatId: string, content: string, models?: AskedModels, isTyped = true) => {
      void start(takeFromBox(userId, chatId, content, { models, isTyped }));
    },

    follow,
    sendQueued,
    sendNow: (entry: OutboxEntry) => inTurn(entry.chatId, true, () => release(entry)),

    /** Sends a message that was taken from its box before. */
    deliver: (entry: OutboxEntry, opensChat: boolean) => {
      void start(entry).then((turn) => {
        if (turn === null) return;
        if (opensChat) void navigate(paths.chat(entry.chatId));
        // Its messages are copied with the first one.
        const queryKey = messagesKey(userId, entry.chatId);
        if (entry.from) void queryClient.invalidateQueries({ queryKey });
      });
    },

    /**
     * Asks a model for a further answer to the last question of a chat, and shows it in the place of the others.
     * @param shown The answer that is shown now, for when the new one does not come.
     */
    askAgain: (question: Message, model: ModelId, shown: string | null) => {
      const answer = { answerId: newId(), model };
      choices.change((all) =>
        withViewed(all, question.id, { answerId: answer.answerId, instead: shown }),
      );
      send(turnOfQuestion(question, answer));
    },

    /** Asks a model to write about replies to a question: a comparison of several, a second opinion on one. */
    compare: (question: Message, model: ModelId, compares: readonly string[]) =>
      send(turnOfQuestion(question, { answerId: newId(), model, compares })),

    /**
     * Asks for a failed answer again: another model where one is named. `isFurther`: it is one of several; otherwise the
     * model that is chosen by now answers.
     */
    retry: ({ turn, isFurther }: FailedTurn, other?: ModelId) => {
      // Beside others each model answers once.
      const isOneOfSeveral = isFurther || turn.others !== undefined;
      const chosen = isOneOfSeveral ? null : chosenModel(userId, turn.chatId);
      send({ ...turn, model: other ?? chosen ?? turn.model });
      if (turn.question === null) askOthers(turn);
    },

    /**
     * Ends answers, with those that would be asked for once their question is saved. Rejects when the server could not be
     * told.
     */
    stop: (running: readonly Answer[]) =>
      Promise.all(
        running.map((answer) => {
          const withOthers = !answer.isSaved && answer.turn?.others !== undefined;
          if (withOthers) stoppedUnsaved.add(answer.questionId);
          return turns.stop(answer, withOthers);
        }),
      ),

    /** Takes an unsent message back into the box, unless the database holds it after all. */
    edit: async (turn: Turn) => {
      const isStored = await forgetStored(userId, turn).catch(() => false);
      if (!isStored) takeBack(turn, placeOf(drafts.get(), turn), true);
    },
  };
}

/**
 * Keeps a person's sender at work: it does what follows from the end of each answer, whether it was streamed or read, and
 * sends what waits for the network as soon as there is one, in every chat the next message, and after a reload too.
 */
export function useSending(userId: string | null): void {
  const go = useNavigate();
  const isOnline = useIsOnline();
  const waiting = useStore(draftStore(userId), ({ outbox }) => chatsWaitingOffline(outbox).join());
  useEffect(() => {
    navigate = go;
  }, [go]);
  useEffect(() => {
    if (userId === null) return;
    const ends = [onEnded(senderOf(userId).follow), followElsewhere(userId)];
    return () => ends.forEach((end) => end());
  }, [userId]);
  useEffect(() => {
    if (userId === null || !isOnline || waiting === "") return;
    for (const chatId of waiting.split(",")) senderOf(userId).sendQueued(chatId, true);
  }, [userId, isOnline, waiting]);
}

/** Whether one of the replies to a question is whole, by what the page has loaded. */
const hasWholeReply = (userId: string, { id, chat_id: chatId }: Message) => {
  const data = queryClient.getQueryData<LoadedMessages>(messagesKey(userId, chatId));
  const messages = data ? loadedMessages(data) : [];
  const isWhole = (reply: Message) => reply.stopped_at === null && isInConversation(reply);
  return messages.some((reply) => reply.reply_to === id && isWhole(reply));
};

/** Whether an earlier page has sent a message in a chat, and this one has not looked for it yet. */
const isLeft = ({ chatId: sentIn, waitsFor, answerId }: OutboxEntry, chatId: string) =>
  sentIn === chatId && !waitsFor && !currentAnswers().has(answerId);

/** The turn of a message that is being sent, when the server has it; null when the message is given up. */
function whenSaved(answerId: string): Promise<Turn | null> {
  return new Promise((resolve) => {
    const look = () => {
      const answer = currentAnswers().get(answerId);
      if (answer?.isSaved === false && answer.failed === null) return;
      unsubscribe();
      resolve(answer?.isSaved === true ? answer.turn : null);
    };
    const unsubscribe = answers.subscribe(look);
    look();
  });
}
