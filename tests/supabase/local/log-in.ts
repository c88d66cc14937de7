import { createClient } from "@supabase/supabase-js";
import type { Database } from "#database";
import type { Member, RunningProduct } from "../../../e2e/support/running-product.ts";

/** Logs a member in over the product's own port, as the pages do. */
export async function logInOverHttp(product: RunningProduct, member: Member) {
  const client = createClient<Database>(product.origin, product.secrets.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await client.auth.signInWithPassword(member);
  if (error) throw error;
  return { client, token: data.session.access_token };
}
