/** The tokens of a link that lets somebody set a new password. */
export type RecoveryTokens = { readonly accessToken: string; readonly refreshToken: string };

/**
 * What the address that the page was opened under asks for. `ignored` holds tokens where no link of ours has them;
 * `confirmed` is a link that confirmed an email address; `expired` did not work.
 */
export type EmailLink =
  | { readonly type: "none" | "ignored" | "confirmed" | "expired" | "for-another-account" }
  | ({ readonly type: "recovery" } & RecoveryTokens);

/**
 * Reads the address. Anybody can send such an address: its words are shown to nobody, and of all links only one for a
 * new password is read any further (docs/behaviour.md#login.link-signs-nobody-in).
 * @param address The query and the fragment, as `location` has them, with their `?` and `#`.
 * @param signedInUserId The person who is signed in in this browser.
 */
export function readEmailLink(
  { hash, search }: { hash: string; search: string },
  signedInUserId: string | undefined,
): EmailLink {
  const fragment = new URLSearchParams(hash.slice(1));
  if (fragment.has("error") || fragment.has("error_code")) return { type: "expired" };
  const accessToken = fragment.get("access_token");
  const refreshToken = fragment.get("refresh_token");
  if (accessToken === null) {
    const query = new URLSearchParams(search);
    const hasTokens = [query, fragment].some(
      (part) => part.has("access_token") || part.has("refresh_token"),
    );
    return { type: hasTokens ? "ignored" : "none" };
  }
  if (fragment.get("type") !== "recovery") return { type: "confirmed" };
  if (signedInUserId !== undefined && signedInUserId !== subjectOf(accessToken))
    return { type: "for-another-account" };
  if (refreshToken === null) return { type: "expired" };
  return { type: "recovery", accessToken, refreshToken };
}

/** Whose token it claims to be. Only the server knows whether that is true. */
function subjectOf(token: string): unknown {
  try {
    const claims = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    return (JSON.parse(atob(claims)) as { sub?: unknown }).sub;
  } catch {
    return undefined;
  }
}
