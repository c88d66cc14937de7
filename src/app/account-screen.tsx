import { Suspense } from "react";
import { useNavigate } from "react-router-dom";
import { AccountPage } from "#features/account/account-page.tsx";
import { logOut } from "#features/auth/auth-api.ts";
import { useRecovery } from "#features/auth/password-recovery.ts";
import { forgetDrafts } from "#features/chat/drafts/draft-store.ts";
import { forgetSupportDraft } from "#features/support/support-draft.ts";
import { NOTICES } from "#lib/notices.ts";
import { notify } from "#lib/notify.ts";
import { paths } from "#lib/paths.ts";
import { currentSession } from "#lib/session.ts";
import { lazyPage } from "./lazy-page.ts";

const NewPassword = lazyPage(
  () => import("#features/auth/new-password.tsx"),
  (module) => module.NewPassword,
);

/** /settings/account: the account page, with log-out and, after an emailed link, a panel for a new password. */
export function AccountScreen() {
  const navigate = useNavigate();
  const recovery = useRecovery();
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
        recovery && (
          <Suspense>
            <NewPassword recovery={recovery} />
          </Suspense>
        )
      }
    />
  );
}
