import { paths } from "#lib/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Page } from "#ui/page.tsx";
import { MembershipCard } from "./membership-card.tsx";
import { SignedInOnly } from "./signed-in-only.tsx";
import { UpgradeButton, useNeedsUpgrade } from "./upgrade-button.tsx";

/** /settings/account/membership. */
export function MembershipPage() {
  return (
    <Page
      title="Membership Details"
      intro="Your status, and when your membership starts and ends."
      back={{ to: paths.settings, label: "Back to Settings" }}
      trail={[{ to: paths.account, label: "Account Settings" }]}
    >
      <SignedInOnly what="your membership">
        {(user) => <MembershipCard userId={user.id} action={<Actions userId={user.id} />} />}
      </SignedInOnly>
    </Page>
  );
}

function Actions({ userId }: { userId: string }) {
  const needsUpgrade = useNeedsUpgrade(userId);
  return (
    <div className="flex flex-wrap gap-3">
      {needsUpgrade && <UpgradeButton userId={userId} />}
      <ButtonLink to={paths.manageMembership} variant={needsUpgrade ? "secondary" : "primary"}>
        Manage Membership
      </ButtonLink>
    </div>
  );
}
