import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router-dom";
import { currentStatus } from "#lib/membership.ts";
import { paths } from "#lib/paths.ts";
import { hasFailed } from "#lib/query-client.ts";
import { serverTime } from "#lib/session.ts";
import { Badge } from "#ui/badge.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { membershipQuery } from "./account-queries.ts";
import { accountBadge } from "./membership-rules.ts";
import { UpgradeButton, useNeedsUpgrade } from "./upgrade-button.tsx";

/** The way to the membership screen. Its height is fixed: 'Upgrade to Go' comes late, and nothing moves. */
export function MembershipRow({ userId }: { userId: string }) {
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
  if (membership.data === undefined) {
    if (!hasFailed(membership)) return <Skeleton className="h-6 w-16 rounded-full" />;
    return <span className="text-sm text-ink-muted">Could not be loaded</span>;
  }
  return (
    <Badge
      {...accountBadge(currentStatus(membership.data, serverTime(membership.dataUpdatedAt)))}
    />
  );
}
