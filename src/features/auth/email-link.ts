import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { readEmailLink } from "./email-link-rules.ts";

/**
 * Handles the fragment that an e-mailed link adds to the address. Call it once, before the session is started. A link
 * for a new password leads to the account screen, also when the auth service sent it to the first page. A link that
 * confirms an address leads to /login. Every other fragment of such a link is removed.
 * @param signedIn The id of the user who is signed in in this browser.
 */
export function followEmailLink(signedIn: string | undefined): void {
  const { hash, pathname, search } = location;
  const link = readEmailLink(hash, signedIn);
  if (link === "none") return;
  const address = {
    recovery: paths.account + hash,
    confirmed: signedIn === undefined ? paths.login : pathname + search,
    failed: pathname + search,
    "for another": pathname + search,
  };
  history.replaceState(history.state, "", address[link]);
  if (link === "failed") notify(NOTICES.linkFailed);
  if (link === "for another") notify(NOTICES.linkForAnother);
}
