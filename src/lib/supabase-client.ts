import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#database";

export type Client = SupabaseClient<Database>;

export type AuthOptions = {
  readonly persistSession: boolean;
  readonly autoRefreshToken: boolean;
  readonly storageKey: string;
};

/** A client for the backend. */
export function newClient(url: string, key: string, auth: AuthOptions): Client {
  // Failed reads would be retried after 1, 2 and 4 s, and the notice would come seven seconds late.
  return createClient<Database>(url, key, {
    // Anybody can send a link: no address signs anybody in (docs/behaviour.md#login.link-signs-nobody-in).
    auth: { ...auth, detectSessionInUrl: false },
    db: { retry: false },
  });
}
