import type { QueryClient } from "@tanstack/react-query";
import { createTurnEffects } from "./turn-effects.ts";
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
