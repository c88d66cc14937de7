import type { QueryClient } from "@tanstack/react-query";
import { turnWorld } from "./turn-effects.ts";
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
