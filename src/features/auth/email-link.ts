import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { readEmailLink } from "./email-link-rules.ts";
import { offerRecovery } from "./password-recovery.ts";

/**
 * Handles the emailed link that the page was opened by: call once, before the session is started. A link for a new
 * password leads to the account screen, which offers one; one that confirmed an address leads to /login. The tokens of
 * every other link leave the address, and nothing else happens.
 * @param signedInUserId The person who is signed in in this browser.
 */
export function followEmailLink(signedInUserId: string | undefined): void {
  const { hash, pathname, search } = location;
  const link = readEmailLink(location, signedInUserId);
  const moveTo = (address: string) => history.replaceState(history.state, "", address);
  switch (link.type) {
    case "none":
      return;
    case "ignored":
      return moveTo(pathname);
    case "confirmed":
      return moveTo(signedInUserId === undefined ? paths.login : pathname + search);
    case "expired":
    case "for-another-account":
      notify(link.type === "expired" ? NOTICES.linkFailed : NOTICES.linkForAnother);
      return moveTo(pathname + search);
    case "recovery":
      // The link works once: its tokens stay in the address until they are used, so that a reload loses nothing.
      moveTo(paths.account + hash);
      void offerRecovery(link);
  }
}
