import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useNavigate } from "react-router-dom";
import { focusBox } from "#features/chat/composer/focused-box.ts";
import { goToNewest } from "#features/chat/data/chat-cache.ts";
import type { OutboxEntry } from "#features/chat/drafts/draft-rules.ts";
import { answerChoices } from "#features/chat/models/answer-choices.ts";
import { noteUse, useModel } from "#features/chat/models/model-choice.ts";
import type { AskedModels } from "#features/chat/models/model-rules.ts";
import { createSender } from "#features/chat/sending/sender.ts";
import type { ModelId } from "#models";
import { failedTurn } from "./failed-turn-rules.ts";
import type { MessageListHandle } from "./message-list.tsx";
import type { useConversation } from "./use-conversation.ts";
import { useQueue } from "./use-queue.ts";

/**
 * What a person can do in a chat: send, ask again, retry, stop, take back. With it come the messages that wait there,
 * and the model that is asked next. Some of it moves the message list or puts the focus into the box.
 */
export function useChatActions(
  {
    userId,
    chatId,
    onLoginRequired,
  }: { userId: string; chatId: string; onLoginRequired: () => void },
  conversation: ReturnType<typeof useConversation>,
  list: RefObject<MessageListHandle | null>,
  box: RefObject<HTMLTextAreaElement | null>,
) {
  const { shown, inChat, turns, view, leave } = conversation;
  const client = useQueryClient();
  const sender = createSender({ userId, client, navigate: useNavigate(), onLoginRequired });
  const model = useModel(userId, chatId);
  const queue = useQueue(userId, chatId, shown, sender.sendQueued);
  const { mark } = queue;

  const onSend = (content: string, models?: AskedModels) => {
    noteUse(userId, model);
    if (mark === null) sender.send(chatId, content, models);
    else queue.add(content, mark, models);
    leave();
    list.current?.follow();
  };
  const onAsk = (questionId: string, model: ModelId, answerId: string | null) => {
    const question = shown.known.find(({ id }) => id === questionId);
    if (question === undefined) return;
    sender.askAgain(question, model, answerId);
    leave();
    list.current?.follow();
    focusBox();
  };
  const onCheck = (questionId: string, model: ModelId, answerId: string) => {
    const question = shown.known.find(({ id }) => id === questionId);
    if (question === undefined) return;
    sender.check(question, model, answerId);
    // The button disappears with the focus on it.
    focusBox();
  };
  const onRetry = (questionId: string, answerId: string | null, other?: ModelId) => {
    const failed = failedTurn(conversation, questionId, answerId);
    if (failed === null) return;
    // What one model wrote stays its own: another one writes a further reply.
    if (other !== undefined && failed.left !== "") onAsk(questionId, other, answerId);
    else {
      const row = shown.rows.find((row) => row.questionId === questionId);
      const isOther = answerId !== null && answerId !== row?.id && !failed.isJoint;
      const isCheck = answerChoices(userId).get()[questionId]?.checkedBy === answerId;
      if (row && isOther && !isCheck) view(questionId, answerId, row.id);
      sender.retry(failed, other);
    }
  };
  const onEdit = (questionId: string) => {
    inChat
      .filter((turn) => turn.questionId === questionId)
      .forEach((turn) => void sender.edit(turn));
    box.current?.focus();
  };
  const onSendNow = (entry: OutboxEntry) => {
    if (mark === null) sender.sendNow(entry);
    else queue.requeue(entry, mark);
  };
  const onTakeBack = (entry: OutboxEntry) => {
    queue.takeBack(entry);
    box.current?.focus();
  };
  const stoppable = shown.running.filter((answer) => answer.isSaved && !answer.isStopping);
  const stop = () =>
    Promise.all(stoppable.map((answer) => turns.stop(answer))).catch((error: unknown) => {
      queue.onStopFailed();
      throw error;
    });
  const onStop = stoppable.length > 0 ? stop : null;
  const onStopAndSend = (entry: OutboxEntry) => {
    queue.requeue(entry, "stop");
    return stop();
  };

  return {
    model,
    queued: queue.queued,
    isHeld: queue.isHeld,
    isOffline: queue.isOffline,
    onSend,
    onAsk,
    onCheck,
    onRetry,
    onEdit,
    onTakeBack,
    onStop,
    onStopAndSend,
    waits: mark !== null && mark !== "offline",
    onSendNow,
    onNewest: () => {
      leave();
      return goToNewest(client, userId, chatId);
    },
    deliver: sender.deliver,
  };
}
