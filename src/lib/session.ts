import type { Session as AuthSession } from "@supabase/supabase-js";
import { queryClient } from "./query-client.ts";
import { followStored, readJson, writeText } from "./storage.ts";
import { createStore, useStore } from "./store.ts";
import { type Client, newSessionClient, sessionKey } from "./supabase.ts";
import { refuseToken, serverNow, tokenLife } from "./token-life.ts";

export type SessionUser = {
  readonly id: string;
  readonly email: string;
  readonly createdAt: string;
};
export type Session =
  | { readonly status: "signed-out" }
  | { readonly status: "signed-in"; readonly user: SessionUser };

const SIGNED_OUT: Session = { status: "signed-out" };
const store = createStore<Session>(SIGNED_OUT);
let connection: Promise<Client> | undefined;

/** The client library renews a token that lasts no longer than this. */
const RENEWED_BEFORE_MS = 90_000;

/** Whose session it is; null when nobody is signed in. */
export const userIdOf = (session: Session): string | null =>
  session.status === "signed-in" ? session.user.id : null;

function set(next: Session): void {
  const session = store.get();
  if (JSON.stringify(session) === JSON.stringify(next)) return;
  const userId = userIdOf(session);
  if (userId !== null && userId !== userIdOf(next)) queryClient.clear();
  store.set(next);
  if (next.status === "signed-in") writeText(SIGNED_IN_BEFORE, "true");
}

const SIGNED_IN_BEFORE = "signed-in-before";

/** Whether somebody has been signed in in this browser. */
export const hasSignedInBefore = (): boolean => readJson(SIGNED_IN_BEFORE) === true;

const stored = () => readJson(sessionKey) as Partial<AuthSession> | null | undefined;

/** Whose session it is, as the client library gives or stores it. */
function userOf(session: Partial<AuthSession> | null | undefined): SessionUser | undefined {
  const { id, email, created_at: createdAt } = session?.user ?? {};
  if (typeof id !== "string" || typeof createdAt !== "string") return undefined;
  return { id, email: typeof email === "string" ? email : "", createdAt };
}

/** Who the stored session belongs to, readable before the client library has arrived. */
export const storedUser = (): SessionUser | undefined => userOf(stored());

const sessionOf = (user: SessionUser | undefined): Session =>
  user ? { status: "signed-in", user } : SIGNED_OUT;

const logFailure = (error: unknown) => {
  console.error("The session's user could not be loaded.", error);
};

async function open(): Promise<Client> {
  const client = await newSessionClient();
  client.auth.onAuthStateChange((event, auth) => {
    if (auth) set(sessionOf(userOf(auth)));
    // An expired session whose refresh found no network stays stored: the person is still signed in.
    else set(event === "INITIAL_SESSION" ? sessionOf(storedUser()) : SIGNED_OUT);
  });
  return client;
}

/** For a minute after a failed renewal the client library does not try again. A new client does. */
function renewAgain(): void {
  const session = stored();
  if (!session?.access_token || tokenLife(session) > RENEWED_BEFORE_MS) return;
  const before = connection;
  connection = undefined;
  void sessionClient().catch(logFailure);
  before?.then(({ auth }) => auth.dispose()).catch(() => undefined);
}

/** The client to sign in and out with, whose session this store follows from the first call on. */
export function sessionClient(): Promise<Client> {
  connection ??= open().catch((error: unknown) => {
    connection = undefined;
    throw error;
  });
  return connection;
}

/**
 * Asks the server whether the stored session still lives; one that ended elsewhere ends here too, when its renewal is
 * refused. A failure is only logged.
 */
export async function verifySession(): Promise<void> {
  try {
    const { readUser } = await sessionClient();
    const { ok, status } = await withToken(readUser);
    if (!ok) logFailure(status);
  } catch (error) {
    if (!(error instanceof NoSessionError)) logFailure(error);
  }
}

/**
 * Starts following the session: call once, before the first render. Other tabs are followed through the storage.
 * @param reads Returns when what a person came for has been read; until then the client library can wait.
 */
export function startSession(reads?: (userId: string) => Promise<unknown>): void {
  set(sessionOf(storedUser()));
  const userId = userIdOf(currentSession());
  if (userId !== null) void Promise.resolve(reads?.(userId)).then(verifySession);
  globalThis.window?.addEventListener("online", renewAgain);
  followStored(sessionKey, () => {
    set(sessionOf(storedUser()));
    if (currentSession().status === "signed-in") void sessionClient().catch(logFailure);
  });
}

/** The session now, outside React. */
export const currentSession = (): Session => store.get();

/** The session, followed. */
export const useSession = (): Session => useStore(store, (session) => session);

/** The id of whoever is signed in, followed; null when nobody is. */
export const useUserId = (): string | null => useStore(store, userIdOf);

let prompt: (() => void) | undefined;

/** Asks the person to log in, where the screen has a prompt: a visitor sends a message, or a session has ended. */
export const askToLogIn = (): void => prompt?.();

/** Makes `askToLogIn` call this. Returns a function that ends it. */
export function promptBy(call: () => void): () => void {
  prompt = call;
  return () => void (prompt = undefined);
}

/**
 * What the server's clock says, in ms since 1970; the device's own where nobody is signed in.
 * @param at What the device's clock said, for another moment than now. It is not later than now: the clock may have been
 *   set back since.
 */
export function serverTime(at?: number): number {
  const now = serverNow(stored() ?? {});
  return at === undefined ? now : Math.min(now, at + now - Date.now());
}

/** Nobody is signed in, or another person than the one who was expected. */
export class NoSessionError extends Error {
  override readonly name = "NoSessionError";
}

/**
 * The access token, refreshed when it is about to expire. One that lasts is returned without the client library.
 * @param userId whose token it has to be; that of whoever is signed in when absent
 * @throws NoSessionError without a session of that person, or the network's failure while refreshing
 */
export async function accessToken(userId?: string): Promise<string> {
  const session = stored() ?? {};
  const { access_token: token, user } = session;
  const isOwner = userId === undefined || user?.id === userId;
  if (token && isOwner && tokenLife(session) > RENEWED_BEFORE_MS) return token;
  const client = await sessionClient();
  const { data, error } = await client.auth.getSession();
  if (data.session && userId !== undefined && data.session.user.id !== userId) {
    throw new NoSessionError();
  }
  if (data.session) return data.session.access_token;
  if (error && storedUser()) throw error;
  throw new NoSessionError();
}

/**
 * Makes a request with the access token, and where the server refuses that, once more with a renewed one. The session
 * ends only where the renewal is refused too; then the first response is returned.
 * @param userId as for `accessToken`, and it throws the same
 */
export async function withToken(
  request: (token: string) => Promise<Response>,
  userId?: string,
): Promise<Response> {
  const token = await accessToken(userId);
  const response = await request(token);
  if (response.status !== 401) return response;
  refuseToken(token);
  const renewed = await accessToken(userId).catch((error: unknown) => {
    if (error instanceof NoSessionError) return undefined;
    throw error;
  });
  return renewed === undefined ? response : request(renewed);
}
