import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import type { Turn } from "./turn.ts";
import { turnWorld } from "./turn-world.ts";
import { createTurns, type Turns } from "./turns.ts";

let current: {
  readonly userId: string;
  readonly client: QueryClient;
  readonly turns: Turns;
} | null = null;

/** The turns of a person; those of whoever was here before end. */
export function turnsOf(userId: string, client: QueryClient): Turns {
  if (current?.userId !== userId || current.client !== client) {
    current?.turns.dispose();
    current = { userId, client, turns: createTurns(turnWorld(client, userId)) };
  }
  return current.turns;
}

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
