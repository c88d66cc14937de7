import { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#database";

export type TableClient = PostgrestClient<Database>;

declare global {
  /** What first-paint.js reads ahead, by token and address. */
  var earlyReads: Map<string, Promise<Response>> | undefined;
}

/** A page's first reads leave within its first second. One that is used later is made again. */
const AHEAD_AT_MOST_MS = 10_000;

/** What was read ahead, once; undefined where nothing was. */
function takeEarly(request: string): Promise<Response> | undefined {
  const early = (globalThis.earlyReads ??= new Map());
  const response = early.get(request);
  early.delete(request);
  return performance.now() < AHEAD_AT_MOST_MS ? response : undefined;
}

/**
 * A client for the backend's tables.
 * @param token Returns the token of whoever asks, for each request.
 */
export function newTableClient(
  url: string,
  key: string,
  token: () => Promise<string>,
): TableClient {
  return new PostgrestClient<Database>(`${url}/rest/v1`, {
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      const own = await token();
      headers.set("apikey", key);
      headers.set("authorization", `Bearer ${own}`);
      const address = input instanceof Request ? input.url : String(input);
      return takeEarly(`${own} ${address}`) ?? fetch(input, { ...init, headers });
    },
    // Failed reads would be retried after 1, 2 and 4 s, and the notice would come seven seconds late.
    retry: false,
  });
}
