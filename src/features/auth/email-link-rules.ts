/** What an e-mailed link asks of the page that it leads to. */
export type EmailLink = "none" | "recovery" | "confirmed" | "failed" | "for another";

/**
 * Reads the address's fragment. Anybody can send such an address: its words are shown to nobody, it signs in only who
 * is to set a new password, and never in place of somebody else.
 * @param hash the fragment, with its `#`
 * @param signedIn the id of the person who is signed in in this browser
 */
export function readEmailLink(hash: string, signedIn: string | undefined): EmailLink {
  const parameters = new URLSearchParams(hash.slice(1));
  if (parameters.has("error") || parameters.has("error_code")) return "failed";
  const token = parameters.get("access_token");
  if (token === null) return "none";
  if (parameters.get("type") !== "recovery") return "confirmed";
  return signedIn === undefined || signedIn === subjectOf(token) ? "recovery" : "for another";
}

/** Whose token it says it is; only the server knows whether that is true. */
function subjectOf(token: string): unknown {
  try {
    const claims = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    return (JSON.parse(atob(claims)) as { sub?: unknown }).sub;
  } catch {
    return undefined;
  }
}
