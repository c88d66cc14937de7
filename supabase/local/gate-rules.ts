/** Names between single slashes: all that the product's client sends, and read alike by everybody. */
const PLAIN_PATH = /^\/(?:auth|rest)\/v1\/(?:[\w.-]+(?:\/[\w.-]+)*)?$/;

/** Sign-ins by a long random token, which nobody guesses. */
const BY_TOKEN = new Set(["?grant_type=refresh_token", "?grant_type=pkce"]);

/**
 * Whether the backend may see a path. An encoded, doubled or trailing slash, or an encoded letter, could name for the
 * backend what it does not name for the gate.
 */
export function isPlainPath(pathname: string): boolean {
  return PLAIN_PATH.test(pathname);
}

/**
 * Whether a request may try a password. The backend reads `grant_type` in ways of its own when it is given twice or
 * encoded, so whatever is not literally another sign-in counts.
 */
export function mayGuess({ pathname, search }: { pathname: string; search: string }): boolean {
  return pathname === "/auth/v1/token" && !BY_TOKEN.has(search);
}
