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

/** The one function of the database that a page calls, by GET. */
const READERS_FUNCTION = "/rest/v1/rpc/open_answers";

/** Whether a request calls a function of the database that no page calls, or the page's in another way. */
export function callsFunction(method: string, pathname: string): boolean {
  if (pathname === READERS_FUNCTION) return method !== "GET";
  return /^\/rest\/v1\/rpc(?:\/|$)/i.test(pathname);
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const KNOWN = `"${UUID}":(?:null|\\[-?\\d{1,16},\\d{1,9}\\])`;
/** What each argument of the page's function looks like. */
const ARGUMENTS = new Map([
  ["p_chat_id", new RegExp(`^${UUID}$`)],
  ["p_after", new RegExp(`^${UUID}$`)],
  ["p_known", new RegExp(`^\\{(?:${KNOWN}(?:,${KNOWN})*)?\\}$`)],
]);

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

/** More than a table has columns. */
const NAMES_LIMIT = 30;
/** As many as the page sorts by. */
const ORDER_LIMIT = 3;
/** In one `or`; far more than the page needs. */
const CONDITIONS_LIMIT = 150;
/** As deep as the product's own filters go; the embedded backend reads each level within the one before. */
const NESTING_LIMIT = 4;

/**
 * A comparison that takes the same short time whatever it compares with. A regular expression or a text search of long
 * messages takes minutes, and the embedded database ends no statement. `content` is the only column without a bound.
 */
const COMPARISON =
  /^(?:content\.eq|(?!content\.)[a-z_]+\.(?:not\.)?(?:eq|gt|gte|lt|lte|is|in))\.(.*)$/s;
/** A value within `or`, in which no comma, parenthesis or quote can hide another comparison. */
const PLAIN_VALUE = /^(?:[\w:+. -]*|"[\w:+. -]*")$/;
const ORDER = /^(?!content\b)[a-z_]+(?:\.asc|\.desc)?(?:\.nullsfirst|\.nullslast)?$/;

/**
 * Whether a query over REST has anything but what the page's own reads have, or more of it. The embedded database runs
 * one statement at a time, so everybody would wait for one that compares each row too often, or holds one table within
 * another.
 */
export function asksOtherwise(pathname: string, query: URLSearchParams): boolean {
  if (pathname === READERS_FUNCTION)
    return [...query].some(([name, value]) => ARGUMENTS.get(name)?.test(value) !== true);
  const partsOf = (name: string) => query.getAll(name).join().split(",");
  // The values of a list have no dot, and cost nothing.
  const conditions = partsOf("or").filter((part) => part.includes("."));
  return (
    partsOf("select").length > NAMES_LIMIT ||
    partsOf("order").length > ORDER_LIMIT ||
    conditions.length > CONDITIONS_LIMIT ||
    [...query].some(([name, value]) => {
      if (name === "limit" || name === "offset") return false;
      if (name === "select") return !/^[\w*, ]*$/.test(value);
      if (name === "order") return !value.split(",").every((column) => ORDER.test(column));
      if (name !== "or") return !COMPARISON.test(`${name}.${value}`);
      return nesting(value) > NESTING_LIMIT || !value.split(/[(),]/).every(isPartOfOr);
    })
  );
}

/** `part` has no comma and no parenthesis: a comparison, the word `and` or `or`, a value of a list, or nothing. */
function isPartOfOr(part: string): boolean {
  const value = COMPARISON.exec(part)?.[1];
  return value === undefined ? /^(?:[\w -]*|"[\w:+. -]*")$/.test(part) : PLAIN_VALUE.test(value);
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
