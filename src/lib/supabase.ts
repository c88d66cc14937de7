import { supabaseUrl } from "./env.ts";
import { ImportError } from "./stale-build.ts";
import type { Client } from "./supabase-client.ts";

export type { Client };

/** The local-storage key of the session, derived from the backend's host. */
export const sessionKey = `sb-${new URL(supabaseUrl).hostname.split(".")[0]}-auth-token`;

async function create(storageKey: string, isKept: boolean): Promise<Client> {
  // No reload for it: somebody may be typing into the log-in form.
  const { newClient } = await import("./supabase-client.ts").catch((cause: unknown) => {
    throw new ImportError("The sign-in service's client could not be fetched.", { cause });
  });
  return newClient(storageKey, isKept);
}

/** The client of the page's session, of which session.ts has the only one. Throws when its library could not be fetched. */
export const newSessionClient = () => create(sessionKey, true);

/**
 * A client that stores nothing and leaves the running session alone, for sign-up, links in emails and the deletion's
 * password check. Its key is nobody else's: the library warns of two clients with the same.
 */
export const separateClient = () => create(`${sessionKey}-${crypto.randomUUID()}`, false);
