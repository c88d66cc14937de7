import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { currentStatus } from "#lib/membership.ts";
import { paths } from "#lib/paths.ts";
import { Badge } from "#ui/badge.tsx";
import { Card } from "#ui/card.tsx";
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
 * /settings/account. `newPassword` is the panel for someone who came through the recovery link, `history` the export of
 * their chats, `notifications` the switch for notifications of replies; `onLogOut` ends the session and throws when it
 * could not.
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
            <div>
              <LogOutButton onLogOut={onLogOut} />
            </div>
          </>
        )}
      </SignedInOnly>
    </Page>
  );
}

/** One row of a fixed height: 'Upgrade to Go' comes late, and nothing moves. */
function MembershipRow({ userId }: { userId: string }) {
  const needsUpgrade = useNeedsUpgrade(userId);
  return (
    <div className="relative flex min-h-16 items-center gap-3 rounded-lg border border-line bg-surface-raised px-5 py-3 transition-colors sm:py-2 has-[a:first-child:hover]:bg-hover sm:px-6">
      <Link
        to={paths.membership}
        className="flex flex-1 flex-col items-start gap-1 after:absolute after:inset-0 after:rounded-lg sm:flex-row sm:items-center sm:justify-between"
      >
        <span className="font-medium">Membership</span>
        <MembershipState userId={userId} />
      </Link>
      {needsUpgrade ? (
        <span className="relative">
          <UpgradeButton userId={userId} />
        </span>
      ) : (
        <ChevronRight aria-hidden="true" className="size-5 text-ink-muted" />
      )}
    </div>
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
