import { readJson, remove, writeText } from "./storage.ts";

// How long an access token lasts: by `expires_in` and a clock that nobody sets, from the moment it came. `expires_at` is
// kept by the device's clock, whatever the server's says, because the client library compares it with that.

/** The parts of a stored session that say how long its token lasts. */
export type StoredToken = {
  readonly access_token?: string;
  readonly expires_in?: number;
  readonly expires_at?: number;
};

/** The token that was looked at last, and when it ends on the clock of `performance.now`. */
let last: { readonly token: string; readonly endsAt: number; readonly end: number } | undefined;
let refusedToken: string | undefined;

/** How many ms a token lasts; none where the server has refused it. One that another page has stored counts from now. */
export function tokenLife({
  access_token: token = "",
  expires_in: seconds = Infinity,
  expires_at: endsAt = 0,
}: StoredToken): number {
  if (token === refusedToken) return -1;
  if (last?.token !== token || last.endsAt !== endsAt) {
    const left = Math.min(seconds * 1000, endsAt * 1000 - Date.now());
    last = { token, endsAt, end: performance.now() + left };
  }
  return last.end - performance.now();
}

/**
 * How many ms the server's clock is ahead of the device's, by when it issued a token and when that came; 0 where the token
 * does not say. Exact to about a second.
 */
export function serverAhead({
  access_token: token = "",
  expires_in: seconds = NaN,
  expires_at: endsAt = NaN,
}: StoredToken): number {
  const [, payload = ""] = token.split(".");
  try {
    const { iat } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as {
      readonly iat?: unknown;
    };
    return (Number(iat) - (endsAt - seconds)) * 1000 || 0;
  } catch {
    return 0;
  }
}

/** From now on a token has ended: the server has refused it. */
export function refuseToken(token: string): void {
  refusedToken = token;
}

/** A session with its end by the device's clock. */
const withEnd = (session: StoredToken, life: number): StoredToken => ({
  ...session,
  expires_at: Math.floor((Date.now() + life) / 1000),
});

/**
 * Where the client library keeps the session: the browser's storage, or this page where that is full or blocked. What it
 * reads there has the end by which the token is judged here.
 */
export function storageForSession(sessionKey: string) {
  const unwritten = new Map<string, string>();
  const read = (key: string) => {
    const text = unwritten.get(key);
    return text === undefined ? readJson(key) : (JSON.parse(text) as unknown);
  };
  const tokenIn = (stored: unknown) =>
    (stored as StoredToken | null | undefined)?.access_token === undefined
      ? undefined
      : (stored as StoredToken);
  return {
    getItem(key: string): string | null {
      const stored = read(key);
      const session = key === sessionKey ? tokenIn(stored) : undefined;
      if (stored === undefined) return null;
      return JSON.stringify(session ? withEnd(session, tokenLife(session)) : stored);
    },
    setItem(key: string, text: string): void {
      const session = key === sessionKey ? tokenIn(JSON.parse(text)) : undefined;
      const before = session && tokenIn(read(key));
      const isNew = before?.access_token !== session?.access_token;
      const life = isNew ? (session?.expires_in ?? 0) * 1000 : before ? tokenLife(before) : 0;
      const kept = session ? JSON.stringify(withEnd(session, life)) : text;
      unwritten.delete(key);
      if (!writeText(key, kept)) unwritten.set(key, kept);
    },
    removeItem(key: string): void {
      unwritten.delete(key);
      remove(key);
    },
  };
}
