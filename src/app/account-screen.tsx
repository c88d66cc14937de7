import { Suspense } from "react";
import { AccountPage } from "#features/account/account-page.tsx";
import { useRecovery } from "#features/auth/password-recovery.ts";
import { ExportChatsButton } from "#features/chat/export/export-chats-button.tsx";
import { TellSwitch } from "#features/chat/notifications/tell-switch.tsx";
import { lazyPage } from "./loading/lazy-page.tsx";
import { useLogOut } from "./use-log-out.ts";

const NewPassword = lazyPage(
  async () => (await import("#features/auth/new-password.tsx")).NewPassword,
);

/** /settings/account: the account page, with log-out, export and, after an emailed link, a panel for a new password. */
export function AccountScreen() {
  const recovery = useRecovery();
  const logOut = useLogOut();
  return (
    <AccountPage
      onLogOut={logOut}
      history={<ExportChatsButton />}
      notifications={<TellSwitch />}
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
