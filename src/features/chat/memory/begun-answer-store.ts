import type { StreamEvent } from "#contract";
import { noteLeft } from "#features/chat/messages-left/messages-left-store.ts";
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
type BegunAnswers = {
  readonly userId: string;
  /** The answer that was begun last in each chat. */
  readonly begun: ReadonlyMap<string, BegunAnswer>;
};

const begunAnswers = createStore<BegunAnswers | null>(null);

/**
 * Remembers what the server says when it has begun a turn. Other events change nothing, and neither does a turn that was
 * begun before.
 * @param model The model that was asked; null for the chat's.
 */
export function noteBegun(userId: string, event: StreamEvent, model: ModelId | null): void {
  if (event.type !== "user_message" || event.turnsLeft === null) return;
  const { chat, userMessage, contextFrom, turnsLeft } = event;
  const before = begunAnswers.get();
  const known = before?.userId === userId ? before.begun : [];
  const begun = { model: model ?? chat.model, contextFrom, at: userMessage.created_at };
  begunAnswers.set({ userId, begun: new Map([...known, [chat.id, begun]]) });
  noteLeft(userId, turnsLeft);
}

/** The answer that this page began last in a chat. */
export function useBegunAnswer(userId: string, chatId: string): BegunAnswer | undefined {
  return useStore(begunAnswers, (all) =>
    all?.userId === userId ? all.begun.get(chatId) : undefined,
  );
}
