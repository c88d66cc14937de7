import { useQuery } from "@tanstack/react-query";
import { Fragment, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router-dom";
import { focusBox } from "#features/chat/composer/focused-box.ts";
import { MembershipNote, useMembership } from "#features/chat/composer/membership-note.tsx";
import { MessageBox } from "#features/chat/composer/message-box.tsx";
import { StopButton } from "#features/chat/composer/stop-button.tsx";
import { chatFromList } from "#features/chat/data/chat-cache.ts";
import { isChatId, titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { chatQuery } from "#features/chat/data/chat-queries.ts";
import type { CopySource } from "#features/chat/drafts/draft-rules.ts";
import { useMarkSeen } from "#features/chat/notifications/seen-store.ts";
import { useWatched } from "#features/chat/notifications/watched-chats.ts";
import { Announcer } from "#features/chat/text/announcer.tsx";
import { isRefused } from "#lib/membership.ts";
import { MONTHS } from "#lib/months.ts";
import { paths } from "#lib/paths.ts";
import { TryAgain } from "#ui/button.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useTitle } from "#ui/title.ts";
import { useLastReply } from "./last-reply.ts";
import { MessageList, type PaneHandle } from "./message-list.tsx";
import { GoneChat, MissingChat } from "./missing-chat.tsx";
import { useNextLine } from "./next-line.tsx";
import { useAnnouncements } from "./use-announcements.ts";
import { useChatActions } from "./use-chat-actions.ts";
import { useConversation } from "./use-conversation.ts";
import { useMessageDialog } from "./use-message-dialog.tsx";
import { useStable } from "./use-stable.ts";

/** The main pane with a chat selected. Says so where the address is not a chat of this person. */
export function Conversation({ userId, chatId }: { userId: string | null; chatId: string }) {
  if (userId === null || !isChatId(chatId)) return <MissingChat isVisitor={userId === null} />;
  return <Chat key={`${userId} ${chatId}`} userId={userId} chatId={chatId} />;
}

function Chat({ userId, chatId }: { userId: string; chatId: string }) {
  const conversation = useConversation(userId, chatId);
  const { shown, about, reads, gone } = conversation;
  const { chat, messages } = reads;
  const list = useRef<PaneHandle>(null);
  const actions = useChatActions(userId, chatId, conversation, list);
  const { model, waitsFor, onStop } = actions;
  const { dialog, onOpen } = useMessageDialog(shown.rows, !messages.hasNextPage, {
    userId,
    chatId,
    model,
  });
  const onShowAll = (questionId: string) => {
    flushSync(() => conversation.viewing.onShowAll(questionId));
    list.current?.toJoint(questionId);
  };
  const stable = useStable({ ...conversation.viewing, ...actions.asking, onShowAll });
  const handlers = useMemo(
    () => ({ userId, nextModel: model, onOpen, ...stable }),
    [userId, model, onOpen, stable],
  );
  const { hasNextPage: hasEarlier, hasPreviousPage: hasLater } = messages;
  const notPrinted =
    hasEarlier && hasLater ? "Earlier and later" : hasEarlier ? "Earlier" : "Later";
  const { membership, judgedAt } = useMembership(userId);
  const refused = isRefused(membership, judgedAt);
  const isFinishedUnseen = useAnnouncements(shown);
  const title = titleOf(about.chat);
  useMarkSeen(userId, chat.data);
  useLastReply(shown);
  useWatched(chatId);
  useTitle(isFinishedUnseen ? `Reply ready · ${title}` : title);
  const line = useNextLine(userId, chatId, shown, stable.onUse);
  if (gone !== null) return <GoneChat userId={userId} chatId={chatId} wasThere={gone.wasThere} />;

  return (
    <>
      <div className="sr-only print:not-sr-only print:mx-auto print:w-full print:max-w-measure print:px-4 print:sm:px-8">
        <h1 className="text-xl font-medium">{title}</h1>
        <p className="hidden print:block">{about.chat != null && longDay(about.chat.created_at)}</p>
        {(hasEarlier || hasLater) && (
          <p className="hidden print:block">
            {`${notPrinted} messages are not printed. The export in the account settings has them all.`}
          </p>
        )}
      </div>
      {reads.isReadable || shown.live.some(({ turn }) => turn) ? (
        <MessageList
          ref={list}
          conversation={conversation}
          actions={actions}
          roomBelow={refused ? "mb-21 sm:mb-18" : ""}
          handlers={handlers}
          beginning={
            about.source !== null && !messages.hasNextPage ? (
              <ContinuedFrom userId={userId} source={about.source} />
            ) : null
          }
        />
      ) : reads.isUnreadable ? (
        <section
          aria-label="Conversation"
          className="grid flex-1 place-content-center justify-items-center gap-4 p-8 text-center"
        >
          <p className="text-ink-muted">This conversation could not be loaded.</p>
          <TryAgain
            isTrying={messages.isFetching || chat.isFetching}
            onClick={() => {
              // The button disappears with the focus on it.
              focusBox(true);
              void Promise.all([messages.refetch(), chat.refetch()]);
            }}
          />
        </section>
      ) : (
        <MessagesLoading />
      )}
      {dialog}
      <MessageBox
        userId={userId}
        place={chatId}
        notice={refused && <MembershipNote place={chatId} />}
        line={line}
        renderStop={
          onStop &&
          ((isBeside) => (
            <StopButton
              hasKey
              size="icon"
              variant={isBeside ? "secondary" : "primary"}
              onStop={onStop}
            />
          ))
        }
        waits={waitsFor !== null && waitsFor !== "network"}
        onSend={actions.onSend}
      />
      <Announcer />
    </>
  );
}

/** Says at the beginning of a chat which one it continues, and leads back to the message that was edited there. */
function ContinuedFrom({ userId, source }: { userId: string; source: CopySource }) {
  const { chatId, messageId } = source;
  const { data: chat } = useQuery({
    ...chatQuery(userId, chatId),
    placeholderData: () => chatFromList(userId, chatId),
  });
  return (
    <p className="-mt-3 -mb-1 truncate text-center text-xs text-ink-muted print:hidden">
      {chat === null ? (
        "Continued from a chat that was deleted"
      ) : (
        <Link
          to={{ pathname: paths.chat(chatId), hash: messageId }}
          className="underline underline-offset-4 hover:text-ink pointer-coarse:inline-block pointer-coarse:py-3"
        >
          {`Continued from ${chat === undefined ? "another chat" : titleOf(chat)}`}
        </Link>
      )}
    </p>
  );
}

/** Stands in for a conversation that is being loaded. It is not seen for the first 150 ms: most have loaded by then. */
function MessagesLoading() {
  return (
    <section
      aria-label="Conversation"
      aria-busy="true"
      className="flex-1 animate-late overflow-hidden"
    >
      <div className="mx-auto flex w-full max-w-measure flex-col gap-8 px-4 pt-6 sm:px-8">
        {["w-2/5", "w-3/5"].map((width) => (
          <Fragment key={width}>
            <Skeleton className={`ml-auto h-11 rounded-xl ${width}`} />
            <div className="grid gap-3">
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-11/12" />
              <Skeleton className="h-4 w-3/5" />
            </div>
          </Fragment>
        ))}
      </div>
    </section>
  );
}

function longDay(time: string): string {
  const date = new Date(time);
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}
