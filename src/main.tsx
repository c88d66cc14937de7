import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { startSession, storedUser } from "#lib/session.ts";
import { keepUndo } from "#ui/keep-undo.ts";
import { App } from "./app/app.tsx";
import { afterReads, beforeDrawing, beginReads } from "./app/first-reads.ts";
import { takeOverShell } from "./app/shell.ts";

/** An address that an emailed link may have led to. Few are, so what reads them is not part of the first script. */
const MAYBE_EMAIL_LINK = /[#&?](access_token|refresh_token|error|error_code)=/;

function begin() {
  keepUndo();
  let reads = Promise.resolve();
  startSession((userId) => {
    reads = beginReads(userId, location);
    return afterReads(reads);
  });
  const root = document.getElementById("root");
  const draw = () => {
    if (root) takeOverShell(root, () => flushSync(() => createRoot(root).render(<App />)));
  };
  const user = storedUser();
  if (user === undefined) draw();
  else void beforeDrawing(user.id, location, reads).then(draw);
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
