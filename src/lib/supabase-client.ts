import { AuthClient } from "@supabase/supabase-js";
import { supabaseKey, supabaseUrl } from "./env.ts";
import { timedFetch } from "./timed-fetch.ts";

/** The part of supabase-js that sessions need; what reads is in database-client.ts. */
export type Client = { readonly auth: InstanceType<typeof AuthClient> };

/** A client for the backend's sign-in service. `isKept`: its session is stored, and refreshed. */
export function newClient(storageKey: string, isKept: boolean): Client {
  const auth = new AuthClient({
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: supabaseKey, Authorization: `Bearer ${supabaseKey}` },
    storageKey,
    persistSession: isKept,
    autoRefreshToken: isKept,
    // Anybody can send a link: no address signs anybody in (docs/behaviour.md#login.link-signs-nobody-in).
    detectSessionInUrl: false,
    fetch: timedFetch,
  });
  return { auth };
}
