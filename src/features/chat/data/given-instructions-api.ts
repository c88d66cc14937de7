import { database } from "#lib/database.ts";

/** Reads the instructions for all models that a reply was given, by their id. Null where they are gone. */
export async function readGivenInstructions(
  id: string,
  signal: AbortSignal,
): Promise<string | null> {
  const client = await database();
  const query = client.from("instructions").select("content").eq("id", id).abortSignal(signal);
  const { data } = await query.maybeSingle().throwOnError();
  return data?.content ?? null;
}
