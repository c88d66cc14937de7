import { accessToken } from "#lib/session.ts";
import { separateClient } from "#lib/supabase.ts";
import type { Credentials } from "./credentials-rules.ts";
import { SCHEDULING_MS } from "./deletion-flow.ts";

/**
 * Whether the password is right, found out by signing in again on a client of its own that stores
 * nothing, so that the running session is never touched. SPEC 5 and 7; DESIGN 3.7.
 * Throws when the question could not be answered: no connection, a server fault, too many tries.
 */
export async function isRightPassword(credentials: Credentials): Promise<boolean> {
  const client = await separateClient();
  const { error } = await client.auth.signInWithPassword(credentials);
  if (error && error.code !== "invalid_credentials") throw error;
  return error === null;
}

/**
 * The simulated scheduling: two seconds' wait, and nothing is sent (SPEC 4 and 7). Throws when
 * `signal` aborts, and when nobody is signed in any more whose account could be scheduled.
 */
export async function scheduleDeletion(signal: AbortSignal): Promise<void> {
  await wait(SCHEDULING_MS, signal);
  await accessToken();
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(new Error("Cancelled"));
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
