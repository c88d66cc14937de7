import { paths } from "#lib/paths.ts";
import { accessToken, sessionClient, storedUser } from "#lib/session.ts";
import { separateClient } from "#lib/supabase.ts";
import type { RecoveryTokens } from "./email-link-rules.ts";

export type Credentials = { email: string; password: string };

/** Signs in on the page's client. Throws the service's error. */
export async function logIn(credentials: Credentials): Promise<void> {
  const client = await sessionClient();
  const { error } = await client.auth.signInWithPassword(credentials);
  if (error) throw error;
}

/**
 * Signs up and leaves nobody signed in. A separate client makes the request, and ends the session that it gets from
 * projects that do not ask to confirm the address. Throws the service's error.
 */
export async function signUp(credentials: Credentials): Promise<void> {
  const client = await separateClient();
  const { data, error } = await client.auth.signUp({
    ...credentials,
    options: { emailRedirectTo: location.origin + paths.home },
  });
  if (error) throw error;
  // The account exists either way, and nothing has stored a session that could not be ended.
  if (data.session) await client.auth.signOut({ scope: "local" }).catch(() => undefined);
}

/**
 * Signs out in every tab of this browser. Resolves when that is done here: the server may hear of it later. Throws when the
 * person is still signed in afterwards.
 */
export async function logOut(): Promise<void> {
  const { auth } = await sessionClient();
  const { promise: signedOut, resolve } = Promise.withResolvers<void>();
  const { data } = auth.onAuthStateChange((event) => event === "SIGNED_OUT" && resolve());
  const told = async () => {
    const { error } = await auth.signOut({ scope: "local" });
    if (error && (await auth.getSession()).data.session) throw error;
  };
  await Promise.race([signedOut, told()]).finally(() => data.subscription.unsubscribe());
}

/** Asks for an e-mail whose link leads to the account screen. Throws the service's error. */
export async function sendResetLink(email: string): Promise<void> {
  const client = await separateClient();
  const { error } = await client.auth.resetPasswordForEmail(email, {
    redirectTo: location.origin + paths.account,
  });
  if (error) throw error;
}

/**
 * The account that a token belongs to, as the server says; null when the token is not valid (any more). Signs nobody
 * in. Throws when the server cannot be asked.
 */
export async function userOfToken(token: string): Promise<{ id: string; email: string } | null> {
  const client = await separateClient();
  const { data, error } = await client.auth.getUser(token);
  if (error === null) return { id: data.user.id, email: data.user.email ?? "" };
  const { status = 0 } = error;
  if (status >= 400 && status < 500 && status !== 429) return null;
  throw error;
}

/**
 * Sets the password of the account that an emailed link is for, with the link's own tokens: a session that is older than
 * a day may not. Then its owner's running session goes on here and every other one ends; where there is none, or the
 * service has ended it with the others, its owner is signed in. Throws the service's error.
 */
export async function setPasswordByLink(tokens: RecoveryTokens, password: string): Promise<void> {
  const separate = await separateClient();
  const opened = await separate.auth.setSession({
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
  });
  if (opened.error) throw opened.error;
  const { error } = await separate.auth.updateUser({ password });
  if (error) throw error;
  const { session } = (await separate.auth.getSession()).data;
  const running = storedUser();
  const isOwner = running !== undefined && running.id === session?.user.id;
  // A failure to sign out is ignored: the new password is set.
  if (isOwner && (await isAlive(running.id))) {
    const client = await sessionClient();
    await client.auth.signOut({ scope: "others" }).catch(() => undefined);
    return;
  }
  await separate.auth.signOut({ scope: "others" }).catch(() => undefined);
  if (session === null || (running !== undefined && !isOwner)) return;
  const client = await sessionClient();
  await client.auth.setSession(session);
}

/** Whether the server still knows the running session. Asked without the page's client, which would end it here. */
async function isAlive(userId: string): Promise<boolean> {
  const token = await accessToken(userId).catch(() => undefined);
  return token !== undefined && (await userOfToken(token).catch(() => null)) !== null;
}
