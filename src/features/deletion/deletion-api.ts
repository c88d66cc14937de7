import { wait } from "#lib/functions-client.ts";
import { accessToken } from "#lib/session.ts";
import { separateClient } from "#lib/supabase.ts";
import { SCHEDULING_MS, type TypedCredentials } from "./deletion-flow.ts";

/**
 * Whether the password is right. Signs in on a separate client that stores nothing, so that the running session is left
 * alone, and ends that of the check again. Throws when the service could not tell: no connection, a server fault, too many tries.
 */
export async function isRightPassword(credentials: TypedCredentials): Promise<boolean> {
  const client = await separateClient();
  const { error } = await client.auth.signInWithPassword(credentials);
  if (error && error.code !== "invalid_credentials") throw error;
  // Nothing waits for it: nothing has stored the session, should it stay open.
  if (error === null) void client.auth.signOut({ scope: "local" }).catch(() => undefined);
  return error === null;
}

/** Simulates the scheduling: waits two seconds and sends nothing. Throws when nobody is signed in any more. */
export async function scheduleDeletion(): Promise<void> {
  await wait(SCHEDULING_MS);
  await accessToken();
}
