import type { SupabaseClient } from "@supabase/supabase-js";
import { z } from "zod";
import { callDatabase } from "./call-database.ts";
import type { Database } from "./database.types.ts";

const outcome = z.union([
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
  z.object({ outcome: z.literal("limited"), retry_after: z.number() }),
]);

/** One page of a search: `count` results after the cursor `before`, which is the `next` of the page before. */
export type SearchPage = {
  userId: string;
  /** What a text must have, as `private.search_text` writes it. */
  needles: string[];
  count: number;
  before: { at: string; id: string } | undefined;
};

/** Finds the person's messages and titles that have every needle, newest first. A title has no message. */
export async function searchMessages(
  client: SupabaseClient<Database>,
  searchesPerMinute: number,
  { userId, needles, count, before }: SearchPage,
) {
  return callDatabase(client, "search_messages", outcome, {
    p_user_id: userId,
    p_needles: JSON.stringify(needles),
    p_limit: count,
    p_searches_per_minute: searchesPerMinute,
    ...(before && { p_before: before.at, p_before_id: before.id }),
  });
}
