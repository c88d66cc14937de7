import type { Secrets } from "./secrets.ts";

/** Sends a request to the product. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

export const DEMO_MEMBER = { email: "demo@example.com", password: "demo-member" };

/** The key of the service role. */
type ServiceKey = Pick<Secrets, "secretKey">;

/** A membership to set by hand; see `supabase/schemas/functions/set_membership.sql`. */
export type MembershipChange = {
  email: string;
  status: string;
  startedAt?: string | undefined;
  endsAt?: string | undefined;
  id?: string | undefined;
};

/** Signs a member up. False when the address is taken already. */
export async function signUpMember(
  send: Send,
  secrets: Secrets,
  member: { email: string; password: string },
): Promise<boolean> {
  const response = await send("/auth/v1/signup", {
    method: "POST",
    headers: { apikey: secrets.publishableKey, "Content-Type": "application/json" },
    body: JSON.stringify(member),
  });
  const answer = (await response.json()) as { error_code?: string; msg?: string };
  if (response.ok) return true;
  if (answer.error_code === "user_already_exists") return false;
  throw new Error(`signing up answered ${response.status} (${answer.msg ?? answer.error_code})`);
}

/** Sets a membership by hand. False when nobody has that e-mail address. */
export async function setMembership(
  send: Send,
  keys: ServiceKey,
  { email, status, startedAt, endsAt, id }: MembershipChange,
): Promise<boolean> {
  const answer = await callFunction(send, keys, "set_membership", {
    p_email: email,
    p_status: status,
    p_started_at: startedAt ?? null,
    p_ended_at: endsAt ?? null,
    p_membership_id: id ?? null,
  });
  return (answer as { outcome: string }).outcome === "applied";
}

/** Calls one of the database's functions as the Edge Functions do, and returns what it returns. */
export async function callFunction(
  send: Send,
  { secretKey }: ServiceKey,
  name: string,
  args: object,
): Promise<unknown> {
  const response = await send(`/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: { apikey: secretKey, "Content-Type": "application/json" },
    body: JSON.stringify(args),
  });
  const answer = (await response.json()) as { message?: string };
  if (!response.ok) throw new Error(answer.message ?? `the backend answered ${response.status}`);
  return answer;
}
