import { paths } from "#lib/paths.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Page } from "#ui/page.tsx";
import { SignedInOnly } from "./signed-in-only.tsx";
import { MembershipCard } from "./membership-card.tsx";

/** /settings/account/membership. */
export function MembershipPage() {
  return (
    <Page
      title="Membership Details"
      intro="What you have, since when and until when."
      back={{ to: paths.settings, label: "Back to Settings" }}
    >
      <SignedInOnly what="your membership">
        {(user) => (
          <MembershipCard
            userId={user.id}
            action={
              <ButtonLink to={paths.manageMembership} variant="primary">
                Manage Membership
              </ButtonLink>
            }
          />
        )}
      </SignedInOnly>
    </Page>
  );
}
