import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { failedLink, isRecovery } from "./link-rules.ts";

/**
 * Sees to whoever comes through an e-mailed link: call once, before the first render. A recovery link leads to the
 * account screen, also from a service that sends everybody to the site's first page; a link that failed is told of,
 * and the address forgets it.
 */
export function receiveArrival(): void {
  const { hash, pathname, search } = location;
  if (isRecovery(hash)) history.replaceState(history.state, "", paths.account + hash);
  const failure = failedLink(hash);
  if (failure === undefined) return;
  history.replaceState(history.state, "", pathname + search);
  notify(NOTICES.linkFailed(failure));
}
