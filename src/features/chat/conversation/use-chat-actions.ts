import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { focusBox } from "#features/chat/composer/focused-box.ts";
import { goToNewest } from "#features/chat/data/chat-cache.ts";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import {
  type QueueEvent,
  queuedIn,
  takeBackQueued,
  tellQueue,
} from "#features/chat/drafts/queue-rules.ts";
import type { Row } from "#features/chat/messages/row-rules.ts";
import { noteUse, useModel } from "#features/chat/models/model-choice.ts";
import type { AskedModels } from "#features/chat/models/model-rules.ts";
import { takeFromBox } from "#features/chat/sending/outgoing.ts";
import { senderOf } from "#features/chat/sending/sender.ts";
import { type Answer, canStop } from "#features/chat/turns/answer-rules.ts";
import { turnsOf } from "#features/chat/turns/turns.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { useStore } from "#lib/store.ts";
import { useIsOnline } from "#lib/use-is-online.ts";
import type { ModelId } from "#models";
import { failedTurn } from "./conversation-rules.ts";
import { fetchQuote, takeSelected } from "./late-quote.tsx";
import type { PaneHandle } from "./message-list.tsx";
import { queueState } from "./queue-state-rules.ts";
import type { OpenedChat } from "./use-conversation.ts";

/** The tab in which the reply was written sends the next message itself, and before this. */
const OTHERS_FIRST_MS = 1000;

export type ChatActions = ReturnType<typeof useChatActions>;

/**
 * What a person can do in a chat: send, ask again, retry, stop, take back. With it come the messages that wait there,
 * and the model that is asked next. Some of it puts the focus into the box.
 */
export function useChatActions(
  userId: string,
  chatId: string,
  conversation: OpenedChat,
  list: RefObject<PaneHandle | null>,
) {
  const { shown, viewing } = conversation;
  const { leave } = viewing;
  const turns = turnsOf(userId);
  const sender = senderOf(userId);
  const model = useModel(userId, chatId);
  const drafts = draftStore(userId);
  const tell = (event: QueueEvent) => drafts.change((all) => tellQueue(all, chatId, event));

  const outbox = useStore(drafts, (all) => all.outbox);
  const queued = useMemo(() => queuedIn(outbox, chatId), [outbox, chatId]);
  const isOnline = useIsOnline();
  const state = useMemo(() => queueState(shown, queued, isOnline), [shown, queued, isOnline]);
  const { isHeld, waitsFor } = state;
  // What waits is sent here when nobody else does: after a reload, or when the tab that asked is gone.
  const sendOrHold = useEffectEvent(({ isDue, isStopped, toHold }: typeof state) => {
    if (isDue) sender.sendQueued(chatId, isStopped, true);
    // It says that it was not sent: from then on it does not go by itself, whatever is looked at or sent elsewhere.
    for (const entry of toHold) tell({ type: "postponed", entry, waitsFor: "person" });
  });
  // Once more after each change: a turn may still take the reply that is shown for one that is being written.
  useEffect(() => {
    const timer = setTimeout(() => sendOrHold(state), OTHERS_FIRST_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const onSend = (content: string, models?: AskedModels, isTyped = true) => {
    noteUse(userId, model);
    if (waitsFor === null) sender.send(chatId, content, models, isTyped);
    else takeFromBox(userId, chatId, content, { models, waitsFor, isTyped });
    goToNewest(userId, chatId).catch(() => notify(NOTICES.loadMessagesFailed));
    leave();
    if (waitsFor === null) list.current?.toQuestion(true);
    else list.current?.toEnd();
  };
  const questionOf = (id: string) => shown.known.find((message) => message.id === id);
  const onAsk = (questionId: string, model: ModelId, answerId: string | null) => {
    const question = questionOf(questionId);
    if (question === undefined) return;
    sender.askAgain(question, model, answerId);
    leave();
    list.current?.toQuestion(false);
    focusBox();
  };
  const onRetry = (questionId: string, answerId: string | null, other?: ModelId) => {
    const failed = failedTurn(shown, questionId, answerId);
    if (failed === null) return;
    // What one model wrote stays its own: another one writes a further reply.
    if (other !== undefined && failed.written !== "") onAsk(questionId, other, answerId);
    else {
      const row = shown.rows.find((row) => row.questionId === questionId);
      const isOther = answerId !== null && answerId !== row?.id && !failed.isJoint;
      const isAnswer = failed.turn.compares === undefined;
      if (row && isOther && isAnswer) viewing.onView(questionId, answerId, row.id);
      sender.retry(failed, other);
    }
  };
  const onQuote = ({ id, content, model, mine }: Row) => {
    const selected = takeSelected();
    const writer = mine ? null : model;
    void fetchQuote().then(({ putQuotation, putPassage, passageIn }) => {
      const passage = selected && passageIn(selected);
      return passage?.messageId === id
        ? putPassage(passage, writer)
        : putQuotation(content, writer);
    });
  };
  const isContinuing = useRef(false);
  const onContinue = ({ content, failure }: Row) => {
    // A second press may come before the code has.
    if (isContinuing.current) return;
    isContinuing.current = true;
    fetchQuote()
      .then(({ requestToContinue }) => {
        onSend(requestToContinue(content), failure?.model ? [failure.model] : undefined, false);
        focusBox();
      })
      .catch(() => notify(NOTICES.sendFailed()))
      .finally(() => (isContinuing.current = false));
  };
  const onCompare = (questionId: string, model: ModelId, compares: readonly string[]) => {
    const question = questionOf(questionId);
    if (question !== undefined) sender.compare(question, model, compares);
  };
  const onEdit = (questionId: string) => {
    for (const { turn } of shown.live) if (turn?.messageId === questionId) void sender.edit(turn);
    focusBox(true);
  };
  const onSendNow = (entry: OutboxEntry) => {
    if (waitsFor === null) sender.sendNow(entry);
    else tell({ type: "postponed", entry, waitsFor });
  };
  const onTakeBack = (entry: OutboxEntry) => {
    drafts.change((all) => takeBackQueued(all, entry));
    focusBox(true);
  };
  const stoppable = shown.running.filter(canStop);
  const stop = () =>
    sender.stop(stoppable).catch((error: unknown) => {
      tell({ type: "stopFailed" });
      throw error;
    });
  const onStop = stoppable.length > 0 ? stop : null;
  const onStopAndSend = (entry: OutboxEntry) => {
    tell({ type: "stopRequested", last: entry });
    return stop();
  };

  return {
    queued,
    isOnline,
    isHeld,
    waitsFor,
    model,
    onSend,
    asking: {
      onAsk,
      onRetry,
      onContinue,
      onQuote,
      onCompare,
      onEdit,
      onStopOne: (answer: Answer) => turns.stop(answer),
    },
    onTakeBack,
    onStop,
    onStopAndSend,
    onSendNow,
    onNewest: () => {
      leave();
      return goToNewest(userId, chatId);
    },
  };
}
