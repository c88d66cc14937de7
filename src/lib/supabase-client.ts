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
  return createClient<Database>(url, key, {
    // Anybody can send a link: no address signs anybody in (docs/behaviour.md#login.link-signs-nobody-in).
    auth: { ...auth, detectSessionInUrl: false },
  });
}
