import type { TableClient } from "./database-client.ts";
import { supabaseKey, supabaseUrl } from "./env.ts";
import { accessToken } from "./session.ts";

let shared: Promise<TableClient> | undefined;

/**
 * The page's one client for tables, which asks as whoever is signed in. Its library is a small part of supabase-js, and
 * is there before the part for sessions.
 * @throws when the library could not be fetched; the next call tries again
 */
export function database(): Promise<TableClient> {
  shared ??= import("./database-client.ts")
    .then(({ newTableClient }) => newTableClient(supabaseUrl, supabaseKey, accessToken))
    .catch((error: unknown) => {
      shared = undefined;
      throw error;
    });
  return shared;
}
