import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { arrivalOf } from "./link-rules.ts";

/**
 * Sees to whoever comes through an e-mailed link: call once, before the session is started. A link for a new password
 * leads to the account screen, also from a service that sends everybody to the site's first page; one that confirms an
 * address leads to /login (DESIGN 3.5). Of every other link the address keeps nothing.
 * @param signedIn the id of the person who is signed in in this browser
 */
export function receiveArrival(signedIn: string | undefined): void {
  const { hash, pathname, search } = location;
  const arrival = arrivalOf(hash, signedIn);
  if (arrival === "none") return;
  const address = {
    recovery: paths.account + hash,
    confirmed: signedIn === undefined ? paths.login : pathname + search,
    failed: pathname + search,
    "for another": pathname + search,
  };
  history.replaceState(history.state, "", address[arrival]);
  if (arrival === "failed") notify(NOTICES.linkFailed);
  if (arrival === "for another") notify(NOTICES.linkForAnother);
}
