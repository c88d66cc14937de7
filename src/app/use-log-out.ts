import { useNavigate } from "react-router-dom";
import { logOut } from "#features/auth/auth-api.ts";
import { forgetDrafts } from "#features/chat/drafts/draft-store.ts";
import { forgetSupportDraft } from "#features/support/support-draft.ts";
import { NOTICES } from "#lib/notices.ts";
import { notify } from "#lib/notify.ts";
import { paths } from "#lib/paths.ts";
import { currentSession } from "#lib/session.ts";

/** Returns what ends the session, forgets what the person had typed here, and leads home. It throws when it could not. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const session = currentSession();
    await logOut();
    if (session.status === "signed-in") {
      forgetDrafts(session.user.id);
      forgetSupportDraft(session.user.id);
    }
    notify(NOTICES.loggedOut);
    void navigate(paths.home);
  };
}
