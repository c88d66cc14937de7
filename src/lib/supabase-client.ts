import { AuthClient } from "@supabase/supabase-js";

export type AuthOptions = {
  readonly persistSession: boolean;
  readonly autoRefreshToken: boolean;
  readonly storageKey: string;
};

/** The part of supabase-js that sessions need; what reads is in database-client.ts. */
export type Client = { readonly auth: InstanceType<typeof AuthClient> };

/** A client for the backend's sign-in service. */
export function newClient(url: string, key: string, options: AuthOptions): Client {
  const headers = { apikey: key, Authorization: `Bearer ${key}` };
  const auth = new AuthClient({
    ...options,
    url: `${url}/auth/v1`,
    headers,
    // Anybody can send a link: no address signs anybody in (docs/behaviour.md#login.link-signs-nobody-in).
    detectSessionInUrl: false,
  });
  return { auth };
}
