/** Plain names between single slashes. The product's client sends nothing else. */
const PLAIN_PATH = /^\/(?:auth|rest)\/v1\/(?:[\w.-]+(?:\/[\w.-]+)*)?$/;

/** Sign-ins by a long random token, which nobody guesses. */
const BY_TOKEN = new Set(["?grant_type=refresh_token", "?grant_type=pkce"]);

/**
 * Whether a path may be passed on to the backend. The backend may read an encoded letter, or an encoded, doubled or
 * trailing slash, in another way than the guard does.
 */
export function isPlainPath(pathname: string): boolean {
  return PLAIN_PATH.test(pathname);
}

/**
 * Whether a path calls a function of the database, which no page does. The embedded database has one connection, and an
 * argument that is no array where one is due leaves it in a failed transaction.
 */
export function callsFunction(pathname: string): boolean {
  return /^\/rest\/v1\/rpc(?:\/|$)/i.test(pathname);
}

/**
 * What a request may be guessing: the password of a sign-in, the code of an e-mailed link, or nothing. A sign-in counts
 * as one with a password unless it is literally another kind: the backend may read an encoded or repeated `grant_type`
 * in a way of its own.
 */
export function guessAt(url: {
  pathname: string;
  search: string;
}): "password" | "code" | undefined {
  if (url.pathname === "/auth/v1/verify") return "code";
  if (url.pathname === "/auth/v1/token" && !BY_TOKEN.has(url.search)) return "password";
  return undefined;
}

/** Whether a response says that a guess was wrong. For a link, the address that it redirects to says so. */
export function isWrongGuess(status: number, location: string | null): boolean {
  return status === 400 || status === 403 || /[#?&]error=/.test(location ?? "");
}

/** In characters; longer than any address that the product asks for. */
export const ADDRESS_LIMIT = 8 * 1024;

/** As deep as the product's own filters go; the embedded backend reads each level within the one before. */
const NESTING_LIMIT = 4;
/** More than a table has columns. */
const NAMES_LIMIT = 20;

/**
 * Whether a query over REST could return more than one table holds, or is nested too deep to be read. The database
 * refuses tables that are nested by their names, but the embedded backend also nests them by the names of columns and
 * constraints. It runs one statement at a time, so everybody would wait for a large one.
 */
export function asksTooMuch(query: URLSearchParams): boolean {
  return (
    [...query].some((part) => nesting(part.join("=")) > NESTING_LIMIT) ||
    query
      .getAll("select")
      .some((names) => names.includes("(") || names.split(",").length > NAMES_LIMIT)
  );
}

function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    else if (character === ")") depth = Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
