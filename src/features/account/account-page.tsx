import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { currentStatus } from "#lib/membership.ts";
import { paths } from "#lib/paths.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
import { Link } from "#ui/link.tsx";
import { Page } from "#ui/page.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { membershipQuery } from "./account-queries.ts";
import { longDate } from "./date-rules.ts";
import { Detail, Details } from "./details.tsx";
import { LogOutButton } from "./log-out-button.tsx";
import { accountBadge } from "./membership-rules.ts";
import { SignedInOnly } from "./signed-in-only.tsx";
import { UpgradeButton, useNeedsUpgrade } from "./upgrade-button.tsx";

/**
 * /settings/account. `newPassword` is the panel for someone who came through the recovery link, `history` what the
 * person's chats are shown with, `notifications` what they set for those; `onLogOut` ends the session and throws when it could not.
 */
export function AccountPage({
  onLogOut,
  newPassword,
  history,
  notifications,
}: {
  onLogOut: () => Promise<void>;
  newPassword: ReactNode;
  history: ReactNode;
  notifications: ReactNode;
}) {
  return (
    <Page
      title="Account Settings"
      intro="Who you are here, and your membership."
      back={{ to: paths.settings, label: "Back to Settings" }}
    >
      {newPassword}
      <SignedInOnly what="your account">
        {(user) => (
          <>
            <Card>
              <Details>
                <Detail name="Email">{user.email}</Detail>
                <Detail name="Account created">{longDate(user.createdAt)}</Detail>
              </Details>
            </Card>
            <MembershipRow userId={user.id} />
            <Card title="Your chats" description="Take a copy with you. It needs no membership.">
              {history}
            </Card>
            <Card>{notifications}</Card>
            <Actions userId={user.id} onLogOut={onLogOut} />
          </>
        )}
      </SignedInOnly>
    </Page>
  );
}

function MembershipRow({ userId }: { userId: string }) {
  return (
    <Link
      to={paths.membership}
      className="flex min-h-16 items-center justify-between gap-4 rounded-lg border border-line bg-surface-raised px-5 py-4 transition-colors hover:bg-hover sm:px-6"
    >
      <span className="font-medium">Membership</span>
      <span className="flex items-center gap-2">
        <MembershipState userId={userId} />
        <ChevronRight aria-hidden="true" className="size-5 text-ink-muted" />
      </span>
    </Link>
  );
}

function MembershipState({ userId }: { userId: string }) {
  const membership = useQuery(membershipQuery(userId));
  if (membership.isPending) return <Skeleton className="h-6 w-16 rounded-full" />;
  if (membership.data === undefined) {
    return <span className="text-sm text-ink-muted">Could not be loaded</span>;
  }
  const badge = accountBadge(currentStatus(membership.data, membership.dataUpdatedAt));
  return <Badge tone={badge.tone}>{badge.label}</Badge>;
}

/** The upgrade comes late and stands at the other end, so that nothing moves. */
function Actions({ userId, onLogOut }: { userId: string; onLogOut: () => Promise<void> }) {
  const needsUpgrade = useNeedsUpgrade(userId);
  return (
    <div className="flex flex-wrap justify-between gap-3">
      <LogOutButton onLogOut={onLogOut} />
      {needsUpgrade && <UpgradeButton userId={userId} />}
    </div>
  );
}
