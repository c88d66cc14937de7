import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, Download, Pencil, Trash2 } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Chat } from "#contract";
import { orderedChats } from "#features/chat/data/chat-pages-rules.ts";
import { type ChatPages, chatsKey, chatsQuery } from "#features/chat/data/chat-queries.ts";
import { useNoteUnread, useStoredCopy } from "#features/chat/data/copies.ts";
import { isUnseen } from "#features/chat/notifications/seen-rules.ts";
import { followSeen, seenHere } from "#features/chat/notifications/seen-store.ts";
import { answers } from "#features/chat/turns/answers.ts";
import { NOTICES, notify, withdraw } from "#lib/notices.ts";
import { hasFailed } from "#lib/query-client.ts";
import { useStore } from "#lib/store.ts";
import { TryAgain } from "#ui/button.tsx";
import { usePainted } from "#ui/painted.ts";
import { ChatListItem } from "./chat-list-item.tsx";
import { ChatRows } from "./chat-rows.tsx";
import { dayText, groupByDay } from "./day-rules.ts";
import { useDeleteChat } from "./delete-chat.ts";
import { sharedTitles } from "./title-rules.ts";
import { useToday } from "./use-today.ts";

type Props = {
  userId: string;
  currentChatId: string | null;
  onRename: (chat: Chat) => void;
  onExport: (chat: Chat) => void;
};

/** Longer than the list's script is on its way. */
const JUST_FAILED_MS = 10_000;

/** The height of a row, and of what stands above and below the list, in CSS pixels. */
const ROW_PX = 36;
const AROUND_PX = 490;
/** How many chats the sidebar shows. There is always room for four. */
const firstDrawn = () => Math.max(4, Math.ceil((window.innerHeight - AROUND_PX) / ROW_PX));

/**
 * The person's chats, newest first, below a heading for each day or span of days. Further pages are loaded as the list
 * is scrolled. The arrow keys, Home and End move from chat to chat.
 */
export function ChatList({ userId, currentChatId, onRename, onExport }: Props) {
  const client = useQueryClient();
  // Where the first script's read has just failed, the list says so, and does not ask again by itself.
  const [retryOnMount] = useState(() => {
    const { errorUpdatedAt = 0 } = client.getQueryState(chatsKey(userId)) ?? {};
    return Date.now() - errorUpdatedAt > JUST_FAILED_MS;
  });
  const chats = useInfiniteQuery({ ...chatsQuery(userId), retryOnMount });
  const list = useRef<HTMLDivElement>(null);
  const { remove, deleting } = useDeleteChat(userId, (id) => focusNeighbour(list.current, id));
  const isUnread = hasFailed(chats);
  const copy = useStoredCopy(chatsKey(userId), { data: chats.data, isUnread }) as
    | ChatPages
    | undefined;
  const isError =
    chats.data === undefined ? isUnread && copy === undefined : chats.isFetchNextPageError;
  useNoteUnread("chats", chats.data !== undefined && !isError && isUnread);
  useEffect(() => {
    if (!isError) return;
    notify(NOTICES.loadChatsFailed);
    return () => withdraw(NOTICES.loadChatsFailed);
  }, [isError]);

  const pages = (chats.data ?? copy)?.pages;
  const ordered = useMemo(() => orderedChats(pages ?? []), [pages]);
  // The newest chats are what one looks for: the others, and the menus, are drawn once these stand there.
  const isWhole = usePainted();
  const today = useToday();
  const groups = groupByDay(isWhole ? ordered : ordered.slice(0, firstDrawn()), today);
  const shared = useMemo(() => sharedTitles(ordered), [ordered]);
  const answering = useAnsweringChats();
  const seen = useStore(seenHere, (all) => all);
  useEffect(followSeen, []);

  const isListed = isWhole && ordered.some(({ id }) => id === currentChatId);
  useEffect(() => {
    const row = isListed && list.current?.querySelector(`[data-chat="${currentChatId}"]`);
    if (row) row.scrollIntoView({ block: "nearest" });
  }, [currentChatId, isListed]);

  const isLoading = pages === undefined && !isError;
  // Observes anew at every render: the end of the list may still be in view when more has been read.
  const readOnWhenSeen = (end: HTMLDivElement) => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true && !chats.isFetching) void chats.fetchNextPage();
    });
    observer.observe(end);
    return () => observer.disconnect();
  };
  return (
    <nav aria-label="Chats" aria-busy={isLoading || undefined}>
      {isLoading && <ChatRows />}
      {pages === undefined && isError && (
        <Unread
          text="Your chats could not be loaded."
          isTrying={chats.isFetching}
          onClick={() => void chats.refetch()}
        />
      )}
      {pages !== undefined && ordered.length === 0 && (
        <p className="px-3 py-2 text-sm text-ink-muted">Your chats will be listed here.</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links in it have the focus */}
      <div ref={list} onKeyDown={moveFocus}>
        {[...groups].map(([label, chats]) => (
          <section key={label} aria-label={label} className="not-first:pt-3">
            <h2 className="px-3 pt-1 pb-1 text-xs font-medium text-ink-muted">{label}</h2>
            <ul>
              {chats.map((chat) => {
                const { id } = chat;
                const isCurrent = id === currentChatId;
                const isAnswering = answering.has(id);
                const onCopy = () => void copyConversation(userId, chat);
                const onDelete = () => void remove(id);
                return (
                  <ChatListItem
                    key={id}
                    chat={chat}
                    day={
                      chat.title !== null && shared.has(chat.title) ? dayText(chat, today) : null
                    }
                    isCurrent={isCurrent}
                    isAnswering={isAnswering}
                    isUnseen={!isCurrent && !isAnswering && isUnseen(seen, chat)}
                    isDeleting={deleting.has(id)}
                    hasMenu={isWhole}
                    items={[
                      { label: "Rename chat", icon: Pencil, onChoose: () => onRename(chat) },
                      { label: "Copy conversation", icon: Copy, onChoose: onCopy },
                      { label: "Export chat", icon: Download, onChoose: () => onExport(chat) },
                      { label: "Delete chat", icon: Trash2, isDangerous: true, onChoose: onDelete },
                    ]}
                  />
                );
              })}
            </ul>
          </section>
        ))}
      </div>
      {isWhole && chats.hasNextPage && !chats.isFetchNextPageError && (
        <div ref={readOnWhenSeen}>
          <ChatRows />
        </div>
      )}
      {/* Loaded again only on request: the end of the list stays in view and would retry without pause. */}
      {chats.isFetchNextPageError && (
        <Unread
          text="Older chats could not be loaded."
          isTrying={chats.isFetching}
          onClick={() => void chats.fetchNextPage()}
        />
      )}
    </nav>
  );
}

/** The ids of the chats in which an answer is on its way, whichever tab or device asked. */
function useAnsweringChats(): ReadonlySet<string> {
  const chatIds = useStore(answers, (all) =>
    [...all.values()].flatMap((each) => (each.failed ? [] : each.chatId)).join(),
  );
  return useMemo(() => new Set(chatIds.split(",")), [chatIds]);
}

/** Puts a whole conversation into the clipboard, as text, and says so. Must be called within a click. */
async function copyConversation(userId: string, chat: Chat): Promise<void> {
  try {
    const text = import("#features/chat/export/conversation-text.ts").then((module) =>
      module.conversationText(userId, chat),
    );
    // The clipboard is asked at once, while the browser knows of the click, and waits for the text.
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    notify(NOTICES.conversationCopied);
  } catch {
    notify(NOTICES.copyFailed);
  }
}

function Unread({ text, ...rest }: { text: string } & ComponentProps<typeof TryAgain>) {
  return (
    <div className="grid justify-items-start gap-3 px-3 py-2 text-sm text-ink-muted">
      <p>{text}</p>
      <TryAgain {...rest} size="sm" />
    </div>
  );
}

const linksIn = (list: HTMLElement) => [
  ...list.querySelectorAll<HTMLElement>("[data-chat] > a[href]"),
];

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const links = linksIn(event.currentTarget);
  const at = links.indexOf(event.target as HTMLElement);
  if (at < 0 || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  };
  const to = links[steps[event.key] ?? -1];
  if (!to) return;
  event.preventDefault();
  to.focus();
}

/** Moves the focus from a row that is about to disappear to its neighbour. */
function focusNeighbour(list: HTMLElement | null, id: string) {
  const row = list?.querySelector(`[data-chat="${id}"]`);
  if (!list || !row?.contains(document.activeElement)) return;
  const links = linksIn(list);
  const at = links.findIndex((link) => row.contains(link));
  (links[at + 1] ?? links[at - 1])?.focus();
}
