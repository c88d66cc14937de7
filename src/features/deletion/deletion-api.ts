import { accessToken } from "#lib/session.ts";
import { separateClient } from "#lib/supabase.ts";
import type { TypedCredentials } from "./credentials-rules.ts";
import { SCHEDULING_MS } from "./deletion-flow.ts";

/**
 * Whether the password is right. Signs in on a separate client that stores nothing, so that the running session is left
 * alone. Throws when the service could not tell: no connection, a server fault, too many tries.
 */
export async function isRightPassword(credentials: TypedCredentials): Promise<boolean> {
  const client = await separateClient();
  const { error } = await client.auth.signInWithPassword(credentials);
  if (error && error.code !== "invalid_credentials") throw error;
  return error === null;
}

/**
 * Simulates the scheduling: waits two seconds and sends nothing. Throws when `signal` aborts, and when nobody is signed
 * in any more.
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
