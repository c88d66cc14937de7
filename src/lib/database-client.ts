import { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#database";
import { timedFetch } from "./timed-fetch.ts";

export type TableClient = PostgrestClient<Database>;

/**
 * A client for the backend's tables.
 * @param withToken Makes each request with the token of whoever asks.
 */
export function newTableClient(
  url: string,
  key: string,
  withToken: (request: (token: string) => Promise<Response>) => Promise<Response>,
): TableClient {
  return new PostgrestClient<Database>(`${url}/rest/v1`, {
    fetch: (input, init) =>
      withToken((token) => {
        const headers = new Headers(init?.headers);
        headers.set("apikey", key);
        headers.set("authorization", `Bearer ${token}`);
        return timedFetch(input, { ...init, headers });
      }),
    // Failed reads would be retried after 1, 2 and 4 s, and the notice would come seven seconds late.
    retry: false,
  });
}
