import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { Composer } from "#features/chat/composer/composer.tsx";
import { focusBox } from "#features/chat/composer/focused-box.ts";
import { isChatId, titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { useComparison } from "#features/chat/messages/comparison.ts";
import { QueuedMessage } from "#features/chat/messages/queued-message.tsx";
import { useOpenedDialog } from "#features/chat/messages/use-opened-dialog.ts";
import { followedIn } from "#features/chat/models/answer-choices.ts";
import { chooseModel } from "#features/chat/models/model-choice.ts";
import { modelsFrom } from "#features/chat/models/model-rules.ts";
import { useMarkSeen } from "#features/chat/notifications/seen-store.ts";
import { useWatched } from "#features/chat/notifications/watched-chats.ts";
import { Announcer } from "#features/chat/text/announcer.tsx";
import { isRefused, type MembershipState } from "#lib/membership.ts";
import { MONTHS } from "#lib/months.ts";
import { Button } from "#ui/button.tsx";
import { useTitle } from "#ui/title.ts";
import { ContinuedFrom } from "./continued-from.tsx";
import { useLastReply } from "./last-reply.ts";
import { MessageDialog } from "./message-dialog.tsx";
import { MessageList, type MessageListHandle } from "./message-list.tsx";
import { MessagesLoading } from "./messages-loading.tsx";
import { GoneChat, MissingChat, useBroughtBack } from "./missing-chat.tsx";
import { nextLine } from "./next-line.tsx";
import { useAnnouncements } from "./use-announcements.ts";
import { useChatActions } from "./use-chat-actions.ts";
import { useConversation } from "./use-conversation.ts";
import { useStable } from "./use-stable.ts";

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
  const conversation = useConversation(userId, chatId);
  const { chat, messages, turns, shown, inChat, drawn, isReadable } = conversation;
  const { named, memory, source } = conversation;
  const list = useRef<MessageListHandle>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const actions = useChatActions({ userId, chatId, onLoginRequired }, conversation, list, box);
  const { model } = actions;
  const { compared, showsAlone, onCompare, onShowAlone } = useComparison(shown.known);
  const { onAsk, onCheck, onRetry, onEdit } = actions;
  const { view: onView, use: onUse, showAll: onShowAll } = conversation;
  const stable = useStable({
    onView,
    onUse,
    onAsk,
    onCheck,
    onCompare,
    onShowAlone,
    onShowAll,
    onRetry,
    onEdit,
  });
  const answers = useMemo(
    () => ({ first: model, compared, showsAlone, ...stable }),
    [model, compared, showsAlone, stable],
  );
  const { opened, open, close } = useOpenedDialog(shown.rows);
  const [now] = useState(() => Date.now());
  const isFinishedUnseen = useAnnouncements(shown);
  const title = titleOf(drawn);
  useMarkSeen(userId, chat.data);
  useLastReply(shown.rows);
  useWatched(chatId);
  useBroughtBack(userId, chatId, chat.data != null);
  useTitle(isFinishedUnseen ? `Reply ready · ${title}` : title);
  const line = nextLine(
    shown,
    followedIn(useQueryClient(), userId, chatId)?.follows ?? null,
    model,
    (questionId, answerId) => {
      onUse(questionId, answerId);
      focusBox();
    },
    (chosen) => chooseModel(userId, chatId, chosen),
  );
  if (conversation.isMissing) return <GoneChat userId={userId} chatId={chatId} />;

  return (
    <>
      <div className="sr-only print:not-sr-only print:mx-auto print:max-w-measure print:px-8">
        <h1 className="text-xl font-medium">{title}</h1>
        <p className="hidden print:block">{drawn != null && longDay(drawn.created_at)}</p>
      </div>
      {source !== null && <ContinuedFrom userId={userId} source={source} />}
      {isReadable || inChat.length > 0 ? (
        <MessageList
          ref={list}
          shown={shown}
          named={named}
          memory={memory}
          turns={turns}
          nextModel={model}
          roomBelow={isRefused(membership, now) ? "mb-21 sm:mb-18" : line === null ? "" : "mb-9"}
          waiting={actions.queued.map((entry, index) => (
            <QueuedMessage
              key={entry.messageId}
              name={`Waiting message${index === 0 ? "" : ` ${index + 1}`}`}
              content={entry.content}
              isForAll={entry.others !== undefined}
              isFirst={shown.rows.length === 0}
              isAfterStop={entry.isQueued === "stop"}
              isHeld={actions.isHeld(entry)}
              isOffline={actions.isOffline(entry)}
              onSend={() => actions.onSendNow(entry)}
              onTakeBack={() => actions.onTakeBack(entry)}
              onStopAndSend={actions.onStop && (() => actions.onStopAndSend(entry))}
            />
          ))}
          answers={answers}
          onRetry={stable.onRetry}
          onEdit={stable.onEdit}
          onOpen={open}
          onNear={conversation.readOn}
          onNewest={actions.onNewest}
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
          rows={shown.rows}
          isWhole={!messages.hasNextPage}
          model={model}
          membership={membership}
          deliver={actions.deliver}
          onClose={close}
        />
      )}
      <Composer
        box={box}
        userId={userId}
        chatId={chatId}
        membership={membership}
        line={isRefused(membership, now) ? null : line}
        waits={actions.waits}
        onStop={actions.onStop}
        onSend={(content) => actions.onSend(content)}
        onSendAll={(content) => actions.onSend(content, modelsFrom(model))}
      />
      <Announcer />
    </>
  );
}

function longDay(time: string): string {
  const date = new Date(time);
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
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
