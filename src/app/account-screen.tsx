import { Suspense } from "react";
import { longDate } from "#features/account/date-rules.ts";
import { Detail, Details } from "#features/account/details.tsx";
import { MembershipRow } from "#features/account/membership-row.tsx";
import { SignedInOnly } from "#features/account/signed-in-only.tsx";
import { useRecovery } from "#features/auth/password-recovery.ts";
import { ExportChatsButton } from "#features/chat/export/export-chats-button.tsx";
import { TellSwitch } from "#features/chat/notifications/tell-switch.tsx";
import { ImportChatsButton } from "#features/import/import-chats-button.tsx";
import { paths } from "#lib/paths.ts";
import { Card } from "#ui/card.tsx";
import { Page } from "#ui/page.tsx";
import { lazyPage } from "./loading/lazy-page.tsx";
import { LogOutButton } from "./log-out-button.tsx";

const NewPassword = lazyPage(() => import("#features/auth/new-password.tsx"), "NewPassword");

/** /settings/account. Whoever came by an emailed link gets a panel for a new password. */
export function AccountScreen() {
  const recovery = useRecovery();
  return (
    <Page
      title="Account Settings"
      intro="Your account and your membership."
      back={{ to: paths.settings, label: "Back to Settings" }}
    >
      {recovery && (
        <Suspense>
          <NewPassword recovery={recovery} />
        </Suspense>
      )}
      <SignedInOnly what="your account">
        {({ id, email, createdAt }) => (
          <>
            <Card>
              <Details>
                <Detail name="Email">{email}</Detail>
                <Detail name="Account created">{longDate(createdAt)}</Detail>
              </Details>
            </Card>
            <MembershipRow userId={id} />
            <Card
              title="Your chats"
              description="Import your chats from other products, or download a copy of all of them. You can download a copy even without a membership."
            >
              <ExportChatsButton>
                <ImportChatsButton />
              </ExportChatsButton>
            </Card>
            <Card>
              <TellSwitch userId={id} />
            </Card>
            <div>
              <LogOutButton userId={id} />
            </div>
          </>
        )}
      </SignedInOnly>
    </Page>
  );
}
