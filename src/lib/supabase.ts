import { supabaseKey, supabaseUrl } from "./env.ts";
import type { AuthOptions, Client } from "./supabase-client.ts";

export type { Client };

/** The local-storage key of the session, derived from the backend's host. */
export const sessionKey = `sb-${new URL(supabaseUrl).hostname.split(".")[0]}-auth-token`;

async function create(auth: AuthOptions): Promise<Client> {
  const { newClient } = await import("./supabase-client.ts");
  return newClient(supabaseUrl, supabaseKey, auth);
}

let shared: Promise<Client> | undefined;

/**
 * The page's one client: session stored and refreshed. The library is fetched on the first call.
 * @throws when the library could not be fetched; the next call tries again
 */
export function supabase(): Promise<Client> {
  shared ??= create({
    persistSession: true,
    autoRefreshToken: true,
    storageKey: sessionKey,
  }).catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
}

/**
 * A client that stores nothing and leaves the running session alone, for sign-up, links in emails and the deletion's
 * password check. Its key is nobody else's: the library warns of two clients with the same.
 */
export function separateClient(): Promise<Client> {
  return create({
    persistSession: false,
    autoRefreshToken: false,
    storageKey: `${sessionKey}-${crypto.randomUUID()}`,
  });
}
