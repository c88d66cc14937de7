import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { Composer } from "#features/chat/composer/composer.tsx";
import { focusBox } from "#features/chat/composer/focused-box.ts";
import { goToNewest } from "#features/chat/data/chat-cache.ts";
import { useIsBeingCreated } from "#features/chat/data/chat-creations.ts";
import { isChatId } from "#features/chat/data/chat-id-rules.ts";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { placeOf } from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { moveDraft, returnToBox } from "#features/chat/drafts/outbox-rules.ts";
import { returnQueued } from "#features/chat/drafts/queue-rules.ts";
import { Announcer } from "#features/chat/messages/announcer.tsx";
import { useComparison } from "#features/chat/messages/comparison.ts";
import { MessageDialog } from "#features/chat/messages/message-dialog.tsx";
import { QueuedMessage } from "#features/chat/messages/queued-message.tsx";
import { useOpenedDialog } from "#features/chat/messages/use-opened-dialog.ts";
import { noteUse, useModel } from "#features/chat/models/model-choice.ts";
import { type AskedModels, modelsFrom } from "#features/chat/models/model-order-rules.ts";
import { useMarkSeen } from "#features/chat/notifications/seen-store.ts";
import { useWatched } from "#features/chat/notifications/watched-chats.ts";
import { wayBack } from "#features/chat/sending/edited.ts";
import { createSender } from "#features/chat/sending/sender.ts";
import { answerSoFar } from "#features/chat/turns/turn-flow.ts";
import { isRefused, type MembershipState } from "#lib/membership.ts";
import type { ModelId } from "#models";
import { Button } from "#ui/button.tsx";
import { useTitle } from "#ui/title.ts";
import { ContinuedFrom } from "./continued-from.tsx";
import { failedTurn } from "./failed-turn-rules.ts";
import { jointAnswersQuery } from "./joint-answers-query.ts";
import { useLastReply } from "./last-reply.ts";
import { type MessageListHandle, MessageList } from "./message-list.tsx";
import { MessagesLoading } from "./messages-loading.tsx";
import { MissingChat } from "./missing-chat.tsx";
import { useAnnouncements } from "./use-announcements.ts";
import { useConversation } from "./use-conversation.ts";
import { useQueue } from "./use-queue.ts";
import { useUnsentAnswers } from "./use-unsent-answers.ts";

type Props = {
  userId: string | null;
  chatId: string;
  /** The person's membership; undefined while it is not known. */
  membership: MembershipState | undefined;
  onLoginRequired: () => void;
};

/** The main pane with a chat selected. Says so where the address is not a chat of this person. */
export function Conversation({ userId, chatId, ...rest }: Props) {
  if (userId === null || !isChatId(chatId)) return <MissingChat isVisitor={userId === null} />;
  return <Chat key={`${userId} ${chatId}`} userId={userId} chatId={chatId} {...rest} />;
}

function Chat({ userId, chatId, membership, onLoginRequired }: Props & { userId: string }) {
  const client = useQueryClient();
  const conversation = useConversation(userId, chatId);
  const { chat, messages, turns, shown, inChat, loaded, named, memory, source } = conversation;
  const { view: onView, use: onUse } = conversation;
  const { send, queue, sendQueued, sendNow, unqueue, askAgain, askUnsent, retry, edit, deliver } =
    createSender({
      userId,
      client,
      navigate: useNavigate(),
      onLoginRequired,
    });
  const model = useModel(userId, chatId);
  const { compared, onCompare } = useComparison(shown.known);
  const { opened, open, close } = useOpenedDialog(shown.rows);
  const [now] = useState(() => Date.now());
  const joint = useQuery({ ...jointAnswersQuery, enabled: shown.joint !== null });
  const isReadable =
    loaded !== undefined && chat.data !== undefined && (shown.joint === null || joint.isSuccess);
  // Once shown, the messages stay while more code is on its way.
  const [wasReadable, setWasReadable] = useState(isReadable);
  if (isReadable && !wasReadable) setWasReadable(true);
  const list = useRef<MessageListHandle>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const isBeingCreated = useIsBeingCreated(chatId);
  const isFinishedUnseen = useAnnouncements(shown);
  const title = titleOf(chat.data);
  useMarkSeen(userId, chat.data);
  useLastReply(shown.rows);
  useWatched(chatId);
  useTitle(isFinishedUnseen ? `Reply ready · ${title}` : title);

  const { queued, isHeld } = useQueue(userId, chatId, shown, sendQueued);
  useUnsentAnswers(userId, shown, askUnsent);
  const stoppable = shown.running.filter((turn) => turn.state.saved);
  // A message that failed after it was stored was deleted with its chat. Any other may still start the chat.
  const mayCome = inChat.some(
    ({ state }) => state.name !== "failed" || !(state.saved || state.isGone),
  );
  const isMissing = chat.data === null && !chat.isFetching && !mayCome && !isBeingCreated;
  if (isMissing) return <GoneChat userId={userId} chatId={chatId} />;

  const onAsk = (questionId: string, model: ModelId, answerId: string | null) => {
    const question = shown.known.find(({ id }) => id === questionId);
    if (question === undefined) return;
    askAgain(question, model, answerId);
    list.current?.follow();
    focusBox();
  };
  const onRetry = (questionId: string, answerId: string | null, other?: ModelId) => {
    const failed = failedTurn(conversation, questionId, answerId);
    if (failed === null) return;
    // What one model wrote stays its own: another one writes a further reply.
    if (other !== undefined && answerSoFar(failed.turn.state) !== "")
      onAsk(questionId, other, answerId);
    else {
      const row = shown.rows.find((row) => row.questionId === questionId);
      const isOther = answerId !== null && answerId !== row?.id && !failed.isJoint;
      if (row && isOther) onView(questionId, answerId, row.id);
      retry(failed.turn, failed, other);
    }
  };
  const onSend = (content: string, models?: AskedModels) => {
    noteUse(userId, model);
    if (shown.running.length > 0) queue(chatId, content, models);
    else send(chatId, content, models);
    list.current?.follow();
  };
  const onNear = (end: "older" | "newer") => {
    if (messages.isFetching) return;
    if (end === "older" && messages.hasNextPage) void messages.fetchNextPage();
    if (end === "newer" && messages.hasPreviousPage) void messages.fetchPreviousPage();
  };

  return (
    <>
      <h1 className="sr-only">{title}</h1>
      {source !== null && <ContinuedFrom userId={userId} source={source} />}
      {wasReadable || inChat.length > 0 ? (
        <MessageList
          ref={list}
          shown={shown}
          JointAnswers={joint.data}
          named={named}
          memory={memory}
          turns={turns}
          nextModel={model}
          isAboveNote={isRefused(membership, now)}
          waiting={queued.map((entry) => (
            <QueuedMessage
              key={entry.messageId}
              content={entry.content}
              isForAll={entry.others !== undefined}
              isHeld={isHeld}
              onSend={() => sendNow(chatId)}
              onTakeBack={() => {
                unqueue(entry);
                box.current?.focus();
              }}
            />
          ))}
          answers={{ first: model, compared, onView, onUse, onAsk, onCompare }}
          onRetry={onRetry}
          onEdit={(id) => {
            inChat.filter((turn) => turn.questionId === id).forEach((turn) => void edit(turn));
            box.current?.focus();
          }}
          onOpen={open}
          onNear={onNear}
          onNewest={() => goToNewest(client, userId, chatId)}
        />
      ) : messages.isError || chat.isError ? (
        <LoadFailure
          onRetry={() => {
            // The button disappears with the focus on it.
            box.current?.focus();
            void Promise.all([messages.refetch(), chat.refetch()]);
          }}
        />
      ) : (
        <MessagesLoading />
      )}
      {opened !== null && (
        <MessageDialog
          userId={userId}
          chatId={chatId}
          opened={opened}
          model={model}
          membership={membership}
          deliver={deliver}
          onClose={close}
        />
      )}
      <Composer
        box={box}
        userId={userId}
        chatId={chatId}
        membership={membership}
        onStop={
          stoppable.length > 0 ? () => Promise.all(stoppable.map(({ id }) => turns.stop(id))) : null
        }
        onSend={(content) => onSend(content)}
        onSendAll={(content) => onSend(content, modelsFrom(model))}
      />
      <Announcer />
    </>
  );
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <section
      aria-label="Conversation"
      className="grid flex-1 place-content-center justify-items-center gap-4 p-8 text-center"
    >
      <p className="text-ink-muted">The messages of this conversation could not be read.</p>
      <Button onClick={onRetry}>Try again</Button>
    </section>
  );
}

/** A chat that does not exist: what was typed in it, or should have started it, is moved to the home box. */
function GoneChat({ userId, chatId }: { userId: string; chatId: string }) {
  const navigate = useNavigate();
  const drafts = draftStore(userId);
  const unmade = drafts.get().outbox.find((it) => it.startsChat && it.chatId === chatId);
  const isUnmade = unmade !== undefined;
  const leave = useEffectEvent(() => {
    drafts.change(
      (all) => moveDraft(returnQueued(all, chatId), chatId, unmade?.from?.chatId),
      "now",
    );
    // The home screen takes care of its own messages.
    if (unmade?.from)
      drafts.change((all) => returnToBox(all, placeOf(unmade), unmade, true), "now");
    const [to, options] = wayBack(unmade?.from);
    if (isUnmade) void navigate(to, { ...options, replace: true });
  });
  useEffect(() => leave(), []);
  return isUnmade ? null : <MissingChat isVisitor={false} />;
}
