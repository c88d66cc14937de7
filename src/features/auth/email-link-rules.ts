/** What kind of e-mailed link led to the page. */
export type EmailLink = "none" | "recovery" | "confirmed" | "failed" | "for another";

/**
 * Reads the fragment of the address. Anybody can make up such an address. So its words are never shown, it signs a user
 * in only to set a new password, and never replaces another user who is signed in.
 * @param hash The fragment, with its `#`.
 * @param signedIn The id of the user who is signed in in this browser.
 */
export function readEmailLink(hash: string, signedIn: string | undefined): EmailLink {
  const parameters = new URLSearchParams(hash.slice(1));
  if (parameters.has("error") || parameters.has("error_code")) return "failed";
  const token = parameters.get("access_token");
  if (token === null) return "none";
  if (parameters.get("type") !== "recovery") return "confirmed";
  return signedIn === undefined || signedIn === subjectOf(token) ? "recovery" : "for another";
}

/** The user id that the token claims. Only the server can tell whether the claim is true. */
function subjectOf(token: string): unknown {
  try {
    const claims = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    return (JSON.parse(atob(claims)) as { sub?: unknown }).sub;
  } catch {
    return undefined;
  }
}
