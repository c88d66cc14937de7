import { Suspense } from "react";
import { useNavigate } from "react-router-dom";
import { AccountPage } from "#features/account/account-page.tsx";
import { logOut } from "#features/auth/auth-api.ts";
import { forgetDrafts } from "#features/chat/drafts/draft-store.ts";
import { forgetSupportDraft } from "#features/support/support-draft.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { paths } from "#lib/paths.ts";
import { currentSession, usePasswordRecovery } from "#lib/session.ts";
import { lazyPage } from "./lazy-page.ts";

const NewPassword = lazyPage(
  () => import("#features/auth/new-password.tsx"),
  (module) => module.NewPassword,
);

/** /settings/account: the account page with log-out, and the new-password panel after a recovery link. */
export function AccountScreen() {
  const navigate = useNavigate();
  const recovering = usePasswordRecovery();
  const leave = async () => {
    const session = currentSession();
    await logOut();
    if (session.status === "signed-in") {
      forgetDrafts(session.user.id);
      forgetSupportDraft(session.user.id);
    }
    notify(NOTICES.loggedOut);
    void navigate(paths.home);
  };
  return (
    <AccountPage
      onLogOut={leave}
      newPassword={
        recovering && (
          <Suspense>
            <NewPassword />
          </Suspense>
        )
      }
    />
  );
}
