import type { Database } from "#database";
import { database } from "#lib/database.ts";

/** What a person's row of `users` says of their membership. */
export type Membership = Omit<Database["public"]["Views"]["users"]["Row"], "instructions">;

/**
 * The signed-in person's membership, or null when they have no row yet, which counts as a trial. Throws when the read
 * fails.
 */
export async function fetchMembership(
  userId: string,
  signal: AbortSignal,
): Promise<Membership | null> {
  const client = await database();
  const { data } = await client
    .from("users")
    .select("*")
    .eq("id", userId)
    .abortSignal(signal)
    .maybeSingle()
    .throwOnError();
  return data;
}
