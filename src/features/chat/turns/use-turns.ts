import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type ReadableStore, useStore } from "#lib/store.ts";
import type { Turn } from "./turn-rules.ts";
import { turnsOf } from "./turns-of.ts";
import type { Turns } from "./turns.ts";

const NO_TURNS: readonly Turn[] = [];

/** The turns of a person in this tab. */
export function useTurns(userId: string): Turns {
  return turnsOf(userId, useQueryClient());
}

/** The turns of one chat. Renders again when the state of one changes, not when an answer's text grows. */
export function useTurnsInChat(turns: Turns, chatId: string): readonly Turn[] {
  return useStore(turns.byChat, (byChat) => byChat.get(chatId) ?? NO_TURNS);
}

/** What has been written of an answer. Does not render again while it grows. */
export function useArrivingText({ texts }: Turns, id: string): ReadableStore<string> {
  return useMemo(
    () => ({ get: () => texts.get().get(id) ?? "", subscribe: texts.subscribe }),
    [texts, id],
  );
}

/** What has been written of an answer, rendered as it grows. */
export function useAnswerText(turns: Turns, id: string): string {
  return useStore(turns.texts, (texts) => texts.get(id) ?? "");
}
