import type { Database } from "#database";
import { database } from "#lib/database.ts";

/** A person's row of `users`. */
export type Membership = Database["public"]["Views"]["users"]["Row"];

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
