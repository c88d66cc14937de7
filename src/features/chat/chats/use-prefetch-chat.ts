import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Chat } from "#contract";
import { chatQuery, messagesQuery } from "#features/chat/data/chat-queries.ts";

/** A pointer that rests on a chat for this long may press it; one that passes by goes quicker. */
const REST_MS = 60;

/** Handlers for a link to a chat: fetch the chat when it is pointed at or has the focus, before it is pressed. */
export function usePrefetchChat({ user_id: userId, id }: Chat) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const fetchChat = () => {
    void client.prefetchQuery(chatQuery(userId, id));
    void client.prefetchInfiniteQuery(messagesQuery(userId, id));
  };
  return {
    onPointerEnter: () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(fetchChat, REST_MS);
    },
    onPointerLeave: () => clearTimeout(timer.current),
    onFocus: fetchChat,
  };
}
