import { type KeyboardEvent, useId, useRef } from "react";
import { Link } from "react-router-dom";
import type { Chat } from "#contract";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { paths } from "#lib/paths.ts";
import { ChatDots } from "./chat-dots.tsx";
import { ChatMenu } from "./chat-menu.tsx";
import { directionOf } from "./title-rules.ts";
import { usePrefetchChat } from "./use-prefetch-chat.ts";

type Props = {
  chat: Chat;
  isCurrent: boolean;
  isAnswering: boolean;
  isUnseen: boolean;
  isDeleting: boolean;
  onRename: () => void;
  onCopy: () => void;
  onExport: () => void;
  onDelete: () => void;
};

const opensMenu = ({ key, shiftKey }: KeyboardEvent) =>
  key === "ContextMenu" || (key === "F10" && shiftKey);

/** One chat of the list: a link to it, as wide as the row, with its menu button and its dots over the end. */
export function ChatListItem({
  chat,
  isCurrent,
  isDeleting,
  isAnswering,
  isUnseen,
  ...chosen
}: Props) {
  const dots = { isCurrent, isAnswering, isUnseen };
  const title = titleOf(chat);
  const linkId = useId();
  const dotsId = useId();
  const menu = useRef<HTMLDivElement>(null);
  const hasDots = dots.isAnswering || dots.isUnseen;
  return (
    <li
      data-chat={chat.id}
      className={`group relative rounded-sm transition-colors [contain-intrinsic-block-size:auto_2.25rem] [content-visibility:auto] focus-within:[--covered:1.5rem] hover:[--covered:1.5rem] pointer-coarse:[--covered:2.25rem] pointer-coarse:[contain-intrinsic-block-size:auto_2.75rem] ${hasDots ? "[--covered:1rem]" : ""} ${isCurrent ? "bg-primary-soft" : "hover:bg-hover"} ${isDeleting ? "opacity-50" : ""}`}
    >
      <Link
        {...usePrefetchChat(chat)}
        id={linkId}
        to={paths.chat(chat.id)}
        aria-current={isCurrent ? "page" : undefined}
        aria-describedby={hasDots ? dotsId : undefined}
        title={title}
        onKeyDown={(event) => {
          if (!opensMenu(event)) return;
          event.preventDefault();
          menu.current?.showPopover();
        }}
        // Some browsers ask for their own menu when the key is let go.
        onContextMenu={(event) => {
          if (menu.current?.matches(":popover-open") === true) event.preventDefault();
        }}
        className={`block rounded-sm px-3 py-2 text-sm leading-5 focus-visible:-outline-offset-2 pointer-coarse:py-3 ${isCurrent ? "font-medium forced-colors:underline" : ""}`}
      >
        <span dir={directionOf(title)} className="block fade-end overflow-hidden whitespace-nowrap">
          {title}
        </span>
      </Link>
      {hasDots && <ChatDots id={dotsId} {...dots} />}
      <ChatMenu ref={menu} describedBy={linkId} {...chosen} />
    </li>
  );
}
