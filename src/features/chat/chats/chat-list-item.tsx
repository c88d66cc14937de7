import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useId, useRef } from "react";
import { Link } from "react-router-dom";
import type { Chat } from "#contract";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { chatQuery, messagesQuery } from "#features/chat/data/chat-queries.ts";
import { isAtDrawer } from "#lib/drawer-entry.ts";
import { paths } from "#lib/paths.ts";
import { showCutText } from "#ui/cut-text.ts";
import { Menu, type MenuItem } from "#ui/menu.tsx";

const opensMenu = ({ key, shiftKey }: KeyboardEvent) =>
  key === "ContextMenu" || (key === "F10" && shiftKey);

/**
 * One chat of the list: a link to it, as wide as the row, with its menu button over the end, and dots that say that a
 * reply is being written, and that there is one that was not seen yet.
 */
export function ChatListItem({
  chat,
  day,
  isCurrent,
  isAnswering,
  isUnseen,
  isDeleting,
  hasMenu,
  items,
}: {
  chat: Chat;
  /** When it was last used, where another chat has the same title. */
  day: string | null;
  isCurrent: boolean;
  isAnswering: boolean;
  isUnseen: boolean;
  isDeleting: boolean;
  /** Whether its menu button is there yet. */
  hasMenu: boolean;
  /** What can be done with it. */
  items: readonly MenuItem[];
}) {
  const title = titleOf(chat);
  const linkId = useId();
  const dotsId = useId();
  const menu = useRef<HTMLButtonElement>(null);
  const hasDots = isAnswering || isUnseen;
  const dot = "size-2 rounded-full forced-colors:border forced-colors:border-[ButtonText]";
  return (
    <li
      data-chat={chat.id}
      className={`group relative rounded-sm transition-colors [contain-intrinsic-block-size:auto_2.25rem] [content-visibility:auto] focus-within:[--covered:1.5rem] hover:[--covered:1.5rem] pointer-coarse:[--covered:2.25rem] pointer-coarse:[contain-intrinsic-block-size:auto_2.75rem] ${hasDots ? "[--covered:1rem]" : ""} ${isCurrent ? "bg-primary-soft" : "hover:bg-hover"} ${isDeleting ? "opacity-50" : ""}`}
    >
      <Link
        {...usePrefetchChat(chat)}
        id={linkId}
        to={paths.chat(chat.id)}
        replace={isAtDrawer()}
        aria-current={isCurrent ? "page" : undefined}
        aria-describedby={hasDots ? dotsId : undefined}
        onKeyDown={(event) => {
          if (!opensMenu(event)) return;
          event.preventDefault();
          menu.current?.click();
        }}
        // Some browsers ask for their own menu when the key is let go.
        onContextMenu={(event) => {
          if (menu.current?.ariaExpanded === "true") event.preventDefault();
        }}
        className={`flex gap-2 rounded-sm px-3 py-2 text-sm leading-5 focus-visible:-outline-offset-2 pointer-coarse:py-3 ${isCurrent ? "font-medium forced-colors:underline" : ""}`}
      >
        <span
          dir="auto"
          className={`min-w-0 grow truncate ${day === null ? "pr-(--covered)" : ""}`}
        >
          {title}
        </span>
        {day !== null && (
          <span className="shrink-0 pr-(--covered) text-xs/5 text-ink-muted">{day}</span>
        )}
      </Link>
      {hasDots && (
        // Under the menu button, which takes its place when the row is pointed at.
        <span
          id={dotsId}
          className="pointer-events-none absolute inset-y-0 right-3 flex items-center gap-1 group-focus-within:opacity-0 group-hover:opacity-0 pointer-coarse:right-12 pointer-coarse:opacity-100"
        >
          {/* It beats only for chats that are not open: in the open one the text grows, and each of its frames would move the dot too. */}
          {isAnswering && (
            <span className={`${isCurrent ? "" : "animate-shimmer"} bg-primary ${dot}`}>
              <span className="sr-only">Replying</span>
            </span>
          )}
          {isUnseen && (
            <span className={`bg-primary ${dot}`}>
              <span className="sr-only">New reply</span>
            </span>
          )}
        </span>
      )}
      {hasMenu && (
        <Menu
          ref={menu}
          name="Chat options"
          describedBy={linkId}
          align="right"
          items={items}
          className="absolute inset-y-0 right-0.5 my-auto grid size-8 place-items-center rounded-sm text-ink-muted opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 focus-visible:-outline-offset-2 aria-expanded:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100"
        >
          <Ellipsis aria-hidden="true" className="size-4" />
        </Menu>
      )}
    </li>
  );
}

/** A pointer that rests on a chat for this long may press it; one that passes by goes quicker. */
const REST_MS = 60;

/** Handlers for a link to a chat: fetch the chat when it is pointed at or has the focus, before it is pressed, and show a title that is cut. */
function usePrefetchChat({ user_id: userId, id }: Chat) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fetchChat = () => {
    void client.prefetchQuery(chatQuery(userId, id));
    void client.prefetchInfiniteQuery(messagesQuery(userId, id));
  };
  return {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      showCutText(event);
      timer.current = setTimeout(fetchChat, REST_MS);
    },
    onPointerLeave: () => clearTimeout(timer.current),
    onFocus: (event: FocusEvent<HTMLElement>) => {
      showCutText(event);
      fetchChat();
    },
  };
}
