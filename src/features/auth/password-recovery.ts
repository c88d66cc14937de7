import { NOTICES, notify } from "#lib/notices.ts";
import { currentSession, useSession, verifySession } from "#lib/session.ts";
import { createStore, useStore } from "#lib/store.ts";
import { setPasswordByLink, userOfToken } from "./auth-api.ts";
import type { RecoveryTokens } from "./email-link-rules.ts";

/** A new password that may be set, and the account that it is for. */
export type Recovery = RecoveryTokens & { readonly userId: string; readonly email: string };

const offer = createStore<Recovery | null>(null);

/**
 * Offers a new password to whoever opened the link, once the server has said whose account it is for. Nobody is signed
 * in by that. A link that is not valid, or is for another account than the one signed in, is said so.
 */
export async function offerRecovery(tokens: RecoveryTokens): Promise<void> {
  await verifySession();
  const user = await userOfToken(tokens.accessToken).catch(() => undefined);
  // Without a network the address keeps the link, and a reload asks again.
  if (user === undefined) return notify(NOTICES.linkNotChecked);
  const session = currentSession();
  if (user !== null && (session.status !== "signed-in" || session.user.id === user.id))
    return offer.set({ ...tokens, userId: user.id, email: user.email });
  notify(user === null ? NOTICES.linkFailed : NOTICES.linkForAnother);
  forgetTokens();
}

/** The new password that the person in front of this page may set; null when there is none. */
export function useRecovery(): Recovery | null {
  const session = useSession();
  const recovery = useStore(offer, (current) => current);
  const isForAnother = session.status === "signed-in" && session.user.id !== recovery?.userId;
  return isForAnother ? null : recovery;
}

/**
 * Sets the new password. A person who is signed in stays so; in a browser where nobody is, the owner of the account is
 * signed in. Throws the service's error; the offer then stands.
 */
export async function acceptRecovery(recovery: Recovery, password: string): Promise<void> {
  await setPasswordByLink(recovery, password);
  endRecovery();
}

/** Takes the offer away: the password is set, or the person does not want to. */
export function endRecovery(): void {
  offer.set(null);
  forgetTokens();
}

function forgetTokens(): void {
  history.replaceState(history.state, "", location.pathname + location.search);
}
