import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#database";

export type Client = SupabaseClient<Database> & {
  /**
   * The time of the server's clock when it last responded, in milliseconds since 1970 and rounded down to a second. Null
   * when it has not said so. The reader's own clock may be wrong.
   */
  readonly serverTime: () => number | null;
};

export type AuthOptions = {
  readonly persistSession: boolean;
  readonly autoRefreshToken: boolean;
  readonly storageKey: string;
};

/** A client for the backend. */
export function newClient(url: string, key: string, auth: AuthOptions): Client {
  let told: number | null = null;
  const fetchNotingTime: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const date = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(date)) told = date;
    return response;
  };
  // Failed reads would be retried after 1, 2 and 4 s, and the notice would come seven seconds late.
  const client = createClient<Database>(url, key, {
    // Anybody can send a link: no address signs anybody in (docs/behaviour.md#login.link-signs-nobody-in).
    auth: { ...auth, detectSessionInUrl: false },
    db: { retry: false },
    global: { fetch: fetchNotingTime },
  });
  return Object.assign(client, { serverTime: () => told });
}
