import { useId } from "react";
import { Link } from "react-router-dom";
import type { Chat } from "#contract";
import { titleOf } from "#features/chat/data/chat-pages-rules.ts";
import { paths } from "#lib/paths.ts";
import { ChatMenu } from "./chat-menu.tsx";
import { usePrefetchChat } from "./use-prefetch-chat.ts";

type Props = {
  chat: Chat;
  isCurrent: boolean;
  isDeleting: boolean;
  onRename: () => void;
  onDelete: () => void;
};

/** One chat of the list: a link to it, and its menu. */
export function ChatListItem({ chat, isCurrent, isDeleting, onRename, onDelete }: Props) {
  const title = titleOf(chat);
  const linkId = useId();
  return (
    <li
      data-chat={chat.id}
      className={`group flex items-center rounded-sm pr-1 transition-colors [contain-intrinsic-block-size:auto_2.25rem] [content-visibility:auto] pointer-coarse:[contain-intrinsic-block-size:auto_2.75rem] ${isCurrent ? "bg-primary-soft" : "hover:bg-hover"} ${isDeleting ? "opacity-50" : ""}`}
    >
      <Link
        {...usePrefetchChat(chat)}
        id={linkId}
        to={paths.chat(chat.id)}
        aria-current={isCurrent ? "page" : undefined}
        title={title}
        dir="auto"
        className={`min-w-0 flex-1 truncate rounded-sm py-2 pr-1 pl-3 text-sm leading-5 focus-visible:-outline-offset-2 pointer-coarse:py-3 ${isCurrent ? "font-medium forced-colors:underline" : ""}`}
      >
        {title}
      </Link>
      <ChatMenu describedBy={linkId} onRename={onRename} onDelete={onDelete} />
    </li>
  );
}
