import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { readEmailLink } from "./email-link-rules.ts";

/**
 * Sees to whoever comes through an e-mailed link: call once, before the session is started. A link for a new password
 * leads to the account screen, also from a service that sends everybody to the site's first page; one that confirms an
 * address leads to /login (DESIGN 3.5). Of every other link the address keeps nothing.
 * @param signedIn the id of the person who is signed in in this browser
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
