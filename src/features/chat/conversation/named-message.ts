import { useQuery } from "@tanstack/react-query";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { goToMessage } from "#features/chat/data/chat-cache.ts";
import { isChatId } from "#features/chat/data/chat-pages-rules.ts";
import { markFound } from "#features/chat/search/found-words.ts";
import { openTabOf } from "#features/chat/text/message-tab.ts";

/** A message that the address names behind `#`. `visit` is different each time somebody goes there. */
export type NamedMessage = { readonly id: string; readonly visit: string };

/** How long the message stands out. The style sheet fades it by then. */
const MARKED_MS = 3_000;

/**
 * The message that the address names, and whether it is being loaded. `leave` takes it out of the address, in the same
 * history entry, when the reader goes on elsewhere in the chat.
 */
export function useNamedMessage(userId: string, chatId: string) {
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const id = hash.slice(1).toLowerCase();
  const visit = isChatId(id) ? `${key} ${id}` : null;
  const { isFetched } = useQuery({
    queryKey: ["named message", userId, chatId, visit],
    // When it cannot be read, the chat opens as without it and says itself what is wrong.
    queryFn: () =>
      goToMessage(userId, chatId, id)
        .catch(() => undefined)
        .then(() => id),
    enabled: visit !== null,
    staleTime: Infinity,
    gcTime: 0,
  });
  const leave = () => {
    if (visit !== null) void navigate({ hash: "" }, { replace: true });
  };
  const named = visit === null ? null : { id, visit };
  return { named, isLoading: visit !== null && !isFetched, leave };
}

/**
 * Shows the message that the address names as soon as it is there: in view, with the focus, and marked for a moment. The
 * words that a search found in it are marked until the address names another one or none.
 * @param goTo Brings an element of the pane into view.
 */
export function useShowNamed(
  named: NamedMessage | null,
  pane: RefObject<HTMLElement | null>,
  goTo: (element: HTMLElement) => void,
): void {
  const shown = useRef("");
  const unmark = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    if (named?.visit === shown.current) return;
    unmark.current?.();
    unmark.current = undefined;
    if (named === null) return;
    const element = pane.current?.querySelector<HTMLElement>(`[data-message="${named.id}"]`);
    if (element == null) return;
    shown.current = named.visit;
    const show = () => {
      openTabOf(element);
      goTo(element);
      element.focus({ preventScroll: true });
      element.dataset["found"] = "";
      setTimeout(() => delete element.dataset["found"], MARKED_MS);
    };
    // The tabs are drawn after this.
    if (element.checkVisibility()) show();
    else queueMicrotask(show);
    unmark.current = markFound(named.id, element);
  });
}
