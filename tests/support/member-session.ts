import { sessionOf } from "../../e2e/support/chat-history.ts";
import type { RunningProduct } from "../../e2e/support/running-product.ts";

/** A member with a live session. */
export type MemberSession = { id: string; token: string };

/** Signs a new member of a running product up and in, with an active membership. */
export async function newMemberSession(product: RunningProduct): Promise<MemberSession> {
  const session = await sessionOf(product, await product.newMember("active"));
  return { id: session.user.id, token: session.access_token };
}
