import { startSession, storedUser } from "#lib/session.ts";
import { beginReads, type FirstReads } from "./app/first-reads.ts";

// The first script is small: what a member's address shows is being read while the scripts that draw it come.

/** An address that an emailed link may have led to. Few are, so what reads them is not part of the first script. */
const MAYBE_EMAIL_LINK = /[#&?](access_token|refresh_token|error|error_code)=/;

function begin() {
  const app = import("./app/start.tsx");
  let begun: FirstReads | undefined;
  startSession((userId) => {
    begun = beginReads(userId, location);
    return Promise.all([app, begun.reads]).then(([{ afterReads }]) => afterReads());
  });
  void app.then(({ start }) => start(begun));
}

if (MAYBE_EMAIL_LINK.test(location.search + location.hash)) {
  void import("#features/auth/email-link.ts")
    .then(({ followEmailLink }) => followEmailLink(storedUser()?.id))
    .finally(begin);
} else begin();

// Such an address typed into an open tab is followed as at a load.
addEventListener("hashchange", () => {
  if (MAYBE_EMAIL_LINK.test(location.hash)) location.reload();
});
