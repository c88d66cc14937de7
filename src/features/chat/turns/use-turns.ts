import type { QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { answerTexts } from "#features/chat/data/answer-texts.ts";
import { type ReadableStore, useStore } from "#lib/store.ts";
import { createTurnEffects } from "./turn-effects.ts";
import type { Turn } from "./turn-rules.ts";
import { createTurns, type Turns } from "./turns.ts";

let current: {
  readonly userId: string;
  readonly client: QueryClient;
  readonly turns: Turns;
} | null = null;

/** The turns of a person in this tab. Asking for another person's ends those of the one before. */
export function turnsOf(userId: string, client: QueryClient): Turns {
  if (current?.userId !== userId || current.client !== client) {
    current?.turns.dispose();
    current = { userId, client, turns: createTurns(createTurnEffects(client, userId)) };
  }
  return current.turns;
}

const NO_TURNS: readonly Turn[] = [];

/** The turns of one chat. Renders again when the state of one changes, not when an answer's text grows. */
export function useTurnsInChat(turns: Turns, chatId: string): readonly Turn[] {
  return useStore(turns.byChat, (byChat) => byChat.get(chatId) ?? NO_TURNS);
}

/** What has been written of an answer. Does not render again while it grows. */
export function useArrivingText(id: string): ReadableStore<string> {
  return useMemo(
    () => ({ get: () => answerTexts.get().get(id) ?? "", subscribe: answerTexts.subscribe }),
    [id],
  );
}

/** What has been written of an answer, rendered as it grows. */
export function useAnswerText(id: string): string {
  return useStore(answerTexts, (texts) => texts.get(id) ?? "");
}
