import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { goToMessage } from "#features/chat/data/chat-cache.ts";
import { isChatId } from "#features/chat/data/chat-pages-rules.ts";

/** A message that the address names behind `#`. `visit` is different each time somebody goes there. */
export type NamedMessage = { readonly id: string; readonly visit: string };

/**
 * The message that the address names, once it is loaded, and whether it is being loaded. `leave` takes it out of the
 * address, in the same history entry, when the reader goes on elsewhere in the chat.
 */
export function useNamedMessage(userId: string, chatId: string) {
  const client = useQueryClient();
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const [loaded, setLoaded] = useState<NamedMessage | null>(null);
  const [left, setLeft] = useState<string | null>(null);
  const id = hash.slice(1).toLowerCase();
  const visit = isChatId(id) ? `${key} ${id}` : null;

  useEffect(() => {
    if (visit === null) return;
    let isOver = false;
    const show = () => {
      if (!isOver) setLoaded({ id, visit });
    };
    // When it cannot be read, the chat opens as without it and says itself what is wrong.
    goToMessage(client, userId, chatId, id).then(show, show);
    return () => {
      isOver = true;
    };
  }, [client, userId, chatId, id, visit]);

  const isLoaded = loaded !== null && loaded.visit === visit;
  const leave = () => {
    if (visit === null) return;
    // At once: the router shows the new address a moment later.
    setLeft(visit);
    void navigate({ hash: "" }, { replace: true });
  };
  const named = isLoaded && left !== visit ? loaded : null;
  return { named, isLoading: visit !== null && !isLoaded, leave };
}
