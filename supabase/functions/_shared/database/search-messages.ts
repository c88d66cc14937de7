import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { delay } from "../delay.ts";
import { callDatabase } from "./call-database.ts";
import type { Database } from "./database.types.ts";

const counted = z.union([
  z.object({ outcome: z.literal("counted") }),
  z.object({ outcome: z.literal("limited"), retry_after: z.number() }),
]);

const found = z.union([
  z.object({
    outcome: z.literal("found"),
    results: z.array(
      z.object({
        chat_id: z.uuid(),
        title: z.string().nullable(),
        message_id: z.uuid().nullable(),
        role: z.enum(["user", "assistant"]).nullable(),
        created_at: z.string(),
        content: z.string().nullable(),
      }),
    ),
    next: z.object({ at: z.string(), id: z.uuid() }).nullable(),
  }),
  z.object({ outcome: z.literal("busy") }),
]);

/** The pauses of a search while another process searches for the same person: 3 s in all. */
const PAUSES_MS = [50, 100, 200, 400, 750, 1500];

/** One page of a search: `most` results after the cursor `before`, which is the `next` of the page before. */
export type SearchPage = {
  userId: string;
  /** What a text must have, as `private.search_text` writes it. */
  needles: string[];
  most: number;
  before: { at: string; id: string } | undefined;
};

/**
 * Finds the person's messages and titles that have every needle, newest first. A title has no message.
 * Every search is counted, also one that gives up because another one of the person takes too long: that one is `limited`.
 */
export async function searchMessages(
  client: SupabaseClient<Database>,
  searchesPerMinute: number,
  { userId, needles, most, before }: SearchPage,
) {
  const count = await callDatabase(client, "count_search", counted, {
    p_user_id: userId,
    p_searches_per_minute: searchesPerMinute,
  });
  if (count.outcome === "limited") return count;
  for (const pause of PAUSES_MS) {
    const page = await callDatabase(client, "search_messages", found, {
      p_user_id: userId,
      p_needles: JSON.stringify(needles),
      p_limit: most,
      ...(before && { p_before: before.at, p_before_id: before.id }),
    });
    if (page.outcome === "found") return page;
    await delay(pause);
  }
  return { outcome: "limited", retry_after: 1 } as const;
}
