import { AuthClient } from "@supabase/supabase-js";
import { supabaseKey, supabaseUrl } from "./env.ts";
import { timedFetch } from "./timed-fetch.ts";
import { storageForSession } from "./token-life.ts";

/** The part of supabase-js that sessions need; what reads is in database-client.ts. */
export type Client = {
  readonly auth: InstanceType<typeof AuthClient>;
  /** Asks whose token it is. It is refused as by 401 where its session has ended. */
  readonly readUser: (token: string) => Promise<Response>;
};

/** By hand: the client library would end the session by this answer, which is for its renewal to say. */
async function readUser(token: string): Promise<Response> {
  const response = await timedFetch(`${supabaseUrl}/auth/v1/user`, {
    headers: { apikey: supabaseKey, Authorization: `Bearer ${token}` },
  });
  // Unread, it would hold its connection until the call's time is over.
  await response.text();
  // The service says 403 of a token whose session it has ended.
  return response.status === 403 ? new Response(null, { status: 401 }) : response;
}

/**
 * A session ends only where the service itself refuses to renew it: what a firewall, a gateway or a limit says of that
 * is no answer, and is tried again as without a network.
 */
const fetchForSession: typeof fetch = async (input, init) => {
  const response = await timedFetch(input, init);
  const { href } = new URL(input instanceof Request ? input.url : input);
  const isRenewal = href.includes("grant_type=refresh_token");
  if (response.ok || !isRenewal) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const said = (body ?? {}) as { error_code?: unknown; code?: unknown; error?: unknown };
  const hasCode = [said.error_code, said.code, said.error].some((code) => typeof code === "string");
  if (hasCode && ![408, 429].includes(response.status)) return response;
  throw new TypeError("The session could not be renewed.");
};

/** A client for the backend's sign-in service. `isKept`: its session is stored, and refreshed. */
export function newClient(storageKey: string, isKept: boolean): Client {
  const auth = new AuthClient({
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: supabaseKey, Authorization: `Bearer ${supabaseKey}` },
    storageKey,
    persistSession: isKept,
    ...(isKept && { storage: storageForSession(storageKey) }),
    autoRefreshToken: isKept,
    // Anybody can send a link: no address signs anybody in (docs/behaviour.md#login.link-signs-nobody-in).
    detectSessionInUrl: false,
    fetch: fetchForSession,
  });
  return { auth, readUser };
}
