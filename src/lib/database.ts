import type { TableClient } from "./database-client.ts";
import { supabaseKey, supabaseUrl } from "./env.ts";
import { withToken } from "./session.ts";
import { importOrReload } from "./stale-build.ts";

/**
 * A client for tables, which asks as whoever is signed in. Its library is a small part of supabase-js, and is there before
 * the part for sessions. Throws when the library could not be fetched.
 */
export async function database(): Promise<TableClient> {
  const { newTableClient } = await importOrReload(() => import("./database-client.ts"), false);
  return newTableClient(supabaseUrl, supabaseKey, withToken);
}
