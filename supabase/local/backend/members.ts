import type { Secrets } from "./secrets.ts";

/** Sends a request to the product. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

export const DEMO_MEMBER = { email: "demo@example.com", password: "demo-member" };

/** What changes of a membership; see `set_membership` in the migrations. */
export type Membership = {
  email: string;
  status: string;
  startedAt?: string | undefined;
  endsAt?: string | undefined;
  id?: string | undefined;
};

/** Signs a member up. False when the address is taken already. */
export async function signUp(
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

/** Sets a membership as the billing side would. False when nobody has that e-mail address. */
export async function setMembership(
  send: Send,
  secrets: Secrets,
  { email, status, startedAt, endsAt, id }: Membership,
): Promise<boolean> {
  const response = await send("/rest/v1/rpc/set_membership", {
    method: "POST",
    headers: { apikey: secrets.secretKey, "Content-Type": "application/json" },
    body: JSON.stringify({
      p_email: email,
      p_status: status,
      p_started_at: startedAt ?? null,
      p_ended_at: endsAt ?? null,
      p_membership_id: id ?? null,
    }),
  });
  const answer = (await response.json()) as { outcome?: string; message?: string };
  if (!response.ok) throw new Error(answer.message ?? `the backend answered ${response.status}`);
  return answer.outcome === "applied";
}
