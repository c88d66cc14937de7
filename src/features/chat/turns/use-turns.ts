import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import type { Turn } from "./turn.ts";
import { turnsOf } from "./turns-of.ts";
import type { Turns } from "./turns.ts";

export function useTurns(userId: string): Turns {
  return turnsOf(userId, useQueryClient());
}

/** The turns of one chat; not told of each piece of text. */
export function useTurnsInChat(turns: Turns, chatId: string): readonly Turn[] {
  return useSyncExternalStore(
    turns.subscribe,
    useCallback(() => turns.inChat(chatId), [turns, chatId]),
  );
}

/** What has been written of a reply, as it is written. */
export function useLiveText(turns: Turns, id: string): string {
  return useSyncExternalStore(
    turns.subscribeToText,
    useCallback(() => turns.textOf(id), [turns, id]),
  );
}
