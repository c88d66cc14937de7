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
 * What a request may try to guess: the password of a sign-in, or the code of an e-mailed link. The backend reads
 * `grant_type` in ways of its own when it is given twice or encoded, so whatever is not literally another sign-in is
 * one with a password.
 */
export function guessAt(url: {
  pathname: string;
  search: string;
}): "password" | "code" | undefined {
  if (url.pathname === "/auth/v1/verify") return "code";
  if (url.pathname === "/auth/v1/token" && !BY_TOKEN.has(url.search)) return "password";
  return undefined;
}

/** Whether the backend's answer says that a guess was wrong; that of a link says so in the address it leads to. */
export function isWrongGuess(status: number, location: string | null): boolean {
  return status === 400 || status === 403 || /[#?&]error=/.test(location ?? "");
}

/** Longer than any address the product asks for. */
export const ADDRESS_LIMIT = 8 * 1024;

/** As deep as the product's own filters go. */
const NESTING_LIMIT = 4;
/** A table within the rows of a table grows with them; one within that, with their square. */
const SELECTED_NESTING_LIMIT = 1;
const PARENTHESES_LIMIT = 20;
const NAMES_LIMIT = 20;

/**
 * Whether a query over REST could be answered with far more than the tables hold: by nesting one table in another, or
 * by naming the same column over and over. On the embedded database nothing would end such a statement, and
 * everybody would wait for it.
 */
export function asksTooMuch(query: URLSearchParams): boolean {
  const parts = [...query].map((part) => part.join("="));
  const opened = parts.join("").split("(").length - 1;
  return (
    opened > PARENTHESES_LIMIT ||
    parts.some((part) => nesting(part) > NESTING_LIMIT) ||
    query
      .getAll("select")
      .some(
        (names) => nesting(names) > SELECTED_NESTING_LIMIT || names.split(",").length > NAMES_LIMIT,
      )
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
