import { readJson, remove, writeText } from "./storage.ts";

// How long an access token lasts: by `expires_in` and a clock that nobody sets, from the moment it came. `expires_at` is
// kept by the device's clock, whatever the server's says, because the client library compares it with that.

/** The parts of a stored session that say how long its token lasts. */
export type StoredToken = {
  readonly access_token?: string;
  readonly expires_in?: number;
  readonly expires_at?: number;
};

/**
 * The token that was looked at last. `life`: how many ms it lasted then. `server`, `device` and `steady`: what the server's
 * clock, the device's and that of `performance.now` said then.
 */
let last:
  | {
      readonly token: string;
      readonly endsAt: number;
      readonly life: number;
      readonly server: number;
      readonly device: number;
      readonly steady: number;
    }
  | undefined;
let refusedToken: string | undefined;

/** When the server issued a token, in ms since 1970; none where the token does not say. */
function issuedAt(token: string): number | undefined {
  const [, payload = ""] = token.split(".");
  try {
    const { iat } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as {
      readonly iat?: unknown;
    };
    return typeof iat === "number" ? iat * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/** Looks at a stored token. One that another page has stored counts from now. */
function lookAt({
  access_token: token = "",
  expires_in: seconds = Infinity,
  expires_at: endsAt = 0,
}: StoredToken) {
  if (last?.token === token && last.endsAt === endsAt) return last;
  const [device, steady] = [Date.now(), performance.now()];
  const life = Math.min(seconds * 1000, endsAt * 1000 - device);
  const issued = issuedAt(token);
  const cameAt = (endsAt - seconds) * 1000;
  // Where the device's clock was set back since the token came, that is all that is known.
  const server = issued === undefined ? device : Math.max(issued, issued + device - cameAt);
  last = { token, endsAt, life, server, device, steady };
  return last;
}

/** How many ms a token lasts; none where the server has refused it. */
export function tokenLife(session: StoredToken): number {
  if (session.access_token !== undefined && session.access_token === refusedToken) return -1;
  const { life, steady } = lookAt(session);
  return life - (performance.now() - steady);
}

/**
 * What the server's clock says now, in ms since 1970, by when it issued a token and when that came; the device's clock
 * where the token does not say. Exact to about a second. A device's clock that is set back changes nothing: the other clock
 * goes on, but on some devices not while they sleep.
 */
export function serverNow(session: StoredToken): number {
  const { server, device, steady } = lookAt(session);
  return server + Math.max(Date.now() - device, performance.now() - steady);
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

/** What a full or blocked storage did not take. */
const unwritten = new Map<string, string>();

/**
 * Where the client library keeps the session: the browser's storage, or this page where that is full or blocked. What it
 * reads there has the end by which the token is judged here.
 */
export function storageForSession(sessionKey: string) {
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
