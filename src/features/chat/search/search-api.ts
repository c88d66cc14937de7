import type { SearchRequest, SearchResponse } from "#contract";
import { post } from "#lib/functions-client.ts";

/**
 * Searches the person's messages.
 * @param before where the page before ended, from its answer; null for the newest
 * @throws RequestError; the signal's reason when the caller aborted
 */
export function readResults(
  userId: string,
  query: string,
  before: string | null,
  signal: AbortSignal,
): Promise<SearchResponse> {
  const body: SearchRequest = { query, before };
  return post<SearchResponse>("search", body, { userId, signal });
}
