import { useQuery } from "@tanstack/react-query";
import { links } from "#lib/env.ts";
import { paths } from "#lib/paths.ts";
import { ButtonLink, ExternalLink } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Page } from "#ui/page.tsx";
import { membershipQuery } from "./account-queries.ts";
import { MembershipCard } from "./membership-card.tsx";
import { manageLink } from "./membership-rules.ts";
import { SignedInOnly } from "./signed-in-only.tsx";
import { UpgradeButton, useNeedsUpgrade } from "./upgrade-button.tsx";

/** /settings/account/membership/manage: the membership, where to pay, and the way to the deletion. */
export function ManageMembershipPage() {
  return (
    <Page
      title="Manage Membership"
      intro="Payments, invoices and deleting your account."
      back={{ to: paths.settings, label: "Back to Settings" }}
      trail={[
        { to: paths.account, label: "Account Settings" },
        { to: paths.membership, label: "Membership Details" },
      ]}
    >
      <SignedInOnly what="your membership">
        {(user) => <Management userId={user.id} />}
      </SignedInOnly>
    </Page>
  );
}

/** Shows the cards below the membership together with it, so that they do not move when it has been read. */
function Management({ userId }: { userId: string }) {
  const { data, isPending } = useQuery(membershipQuery(userId));
  const needsUpgrade = useNeedsUpgrade(userId);
  const billing = manageLink(data, links.billing);
  return (
    <>
      <MembershipCard userId={userId} action={needsUpgrade && <UpgradeButton userId={userId} />} />
      {!isPending && (
        <>
          <Card
            title="Billing Management"
            description="Billing is handled by our payment platform. Both links open it in a new tab."
          >
            <div className="flex flex-wrap gap-3">
              <ExternalLink href={billing} variant="secondary">
                Update Payment Method
              </ExternalLink>
              <ExternalLink href={billing} variant="secondary">
                View Billing History
              </ExternalLink>
            </div>
          </Card>
          <Card
            tone="danger"
            title="Danger Zone"
            description="Deleting your account removes it with all chats and messages, for good."
          >
            <ButtonLink to={paths.deletion} variant="danger">
              Delete Account
            </ButtonLink>
          </Card>
        </>
      )}
    </>
  );
}
