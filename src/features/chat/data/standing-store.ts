import type { MessagesLeft, StreamEvent } from "#contract";
import { createStore, useStore } from "#lib/store.ts";
import type { ModelId } from "#models";

/** An answer that was begun, and the first message that its model was given; null when it was given all. */
export type BegunAnswer = {
  readonly model: ModelId;
  readonly contextFrom: string | null;
  /** When its question was stored. */
  readonly at: string;
};

/** What the server said of a person's turns when it began them. */
type Standings = {
  readonly userId: string;
  /** What is left of a limit that is nearly used up. */
  readonly near: MessagesLeft | null;
  /** What is left of the tighter limit. */
  readonly left: MessagesLeft;
  /** The answer that was begun last in each chat. */
  readonly begun: ReadonlyMap<string, BegunAnswer>;
};

const standings = createStore<Standings | null>(null);

/**
 * Remembers what the server says when it has begun a turn. Other events change nothing, and neither does a turn that was
 * begun before.
 * @param model The model that was asked; null for the chat's.
 */
export function noteStanding(userId: string, event: StreamEvent, model: ModelId | null): void {
  if (event.type !== "user_message" || event.turnsLeft === null) return;
  const { chat, userMessage, contextFrom, turnsLeft } = event;
  const before = standings.get();
  const known = before?.userId === userId ? before.begun : [];
  const begun = { model: model ?? chat.model, contextFrom, at: userMessage.created_at };
  standings.set({
    userId,
    // Functions of an earlier version do not say it.
    near: turnsLeft.near ?? null,
    left: turnsLeft,
    begun: new Map([...known, [chat.id, begun]]),
  });
}

/** What is left of a limit that is nearly used up, as the server said last; null when none is. */
export function useMessagesLeft(userId: string): MessagesLeft | null {
  return useStore(standings, (all) => (all?.userId === userId ? all.near : null));
}

/** What is left of the tighter limit, as the server said last; null when it has not said so. */
export function useTurnsLeft(userId: string | null): MessagesLeft | null {
  return useStore(standings, (all) => (all !== null && all.userId === userId ? all.left : null));
}

/** The answer that this page began last in a chat. */
export function useBegunAnswer(userId: string, chatId: string): BegunAnswer | undefined {
  return useStore(standings, (all) => (all?.userId === userId ? all.begun.get(chatId) : undefined));
}
