import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Database } from "#database";

/** A client of the product, or of a hosted project. */
export type ProductClient = SupabaseClient<Database>;

export const DEMO_MEMBER = { email: "demo@example.com", password: "demo-member" };

/** A membership to set by hand; see `supabase/schemas/functions/set_membership.sql`. */
export type MembershipChange = {
  email: string;
  status: string;
  startedAt?: string | undefined;
  endsAt?: string | undefined;
  id?: string | undefined;
};

/** Opens a client with the key of the service role, or the publishable one for somebody who logs in. */
export function connect(url: string, key: string, send: typeof fetch = fetch): ProductClient {
  const auth = { persistSession: false, autoRefreshToken: false };
  return createClient<Database>(url, key, { auth, global: { fetch: send } });
}

/** Signs a member up. False when the address is taken already. */
export async function signUpMember(
  visitor: ProductClient,
  member: { email: string; password: string },
): Promise<boolean> {
  const { error } = await visitor.auth.signUp(member);
  if (error && error.code !== "user_already_exists") throw error;
  return !error;
}

/** Sets a membership by hand. False when nobody has that e-mail address. */
export async function setMembership(
  service: ProductClient,
  { email, status, startedAt, endsAt, id }: MembershipChange,
): Promise<boolean> {
  const args = {
    p_email: email,
    p_status: status,
    p_started_at: startedAt,
    p_ended_at: endsAt,
    p_membership_id: id,
  } as Database["public"]["Functions"]["set_membership"]["Args"];
  const { data } = await service.rpc("set_membership", args).throwOnError();
  return (data as { outcome: string }).outcome === "applied";
}
