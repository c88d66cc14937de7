import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { currentStatus } from "#lib/membership.ts";
import { hasFailed } from "#lib/query-client.ts";
import { serverTime } from "#lib/session.ts";
import { Badge } from "#ui/badge.tsx";
import { TryAgain } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { membershipQuery } from "./account-queries.ts";
import { membershipDate } from "./date-rules.ts";
import { Detail, Details, LoadingDetails } from "./details.tsx";
import { membershipBadge, renewal, statusText, termText } from "./membership-rules.ts";

/** A person's membership with its loading and failed states, on the membership screen and the management screen. */
export function MembershipCard({ userId, action }: { userId: string; action?: ReactNode }) {
  const membership = useQuery(membershipQuery(userId));
  const { data, dataUpdatedAt, isFetching, refetch } = membership;
  if (data === undefined) {
    return (
      <Card title="Membership">
        {hasFailed(membership) ? (
          <>
            <p role="alert">Your membership could not be loaded.</p>
            <TryAgain className="mt-4" isTrying={isFetching} onClick={() => void refetch()} />
          </>
        ) : (
          <LoadingDetails />
        )}
      </Card>
    );
  }
  const readAt = serverTime(dataUpdatedAt);
  const status = currentStatus(data, readAt);
  const term = termText(data, readAt);
  return (
    <Card title="Membership" description={statusText(status)}>
      {term !== null && <p className="mb-4">{term}</p>}
      <Details>
        <Detail name="Status">
          <Badge {...membershipBadge(status)} />
        </Detail>
        <Detail name="Membership Started">{membershipDate(data?.membership_started_at)}</Detail>
        <Detail name="Membership Ends">
          <span>{membershipDate(data?.membership_ended_at)}</span>
          {renewal(data, readAt) === "awaited" && (
            <span className="text-ink-muted"> unless it renews</span>
          )}
        </Detail>
        {data?.membership_id && (
          <Detail name="Membership ID">
            <code className="text-sm break-all">{data.membership_id}</code>
          </Detail>
        )}
      </Details>
      {action != null && action !== false && <div className="mt-6">{action}</div>}
    </Card>
  );
}
