import { useQuery } from "@tanstack/react-query";
import { upgradeLink } from "#lib/env.ts";
import { isRefused } from "#lib/membership.ts";
import { serverTime } from "#lib/session.ts";
import { ExternalLink } from "#ui/button.tsx";
import { membershipQuery } from "./account-queries.ts";

/** Whether somebody has no active membership; false while that is not known. */
export function useNeedsUpgrade(userId: string): boolean {
  const { data, dataUpdatedAt } = useQuery(membershipQuery(userId));
  return isRefused(data, serverTime(dataUpdatedAt));
}

/** The main button of the account screens for somebody who has no active membership. */
export function UpgradeButton({ userId }: { userId: string }) {
  return (
    <ExternalLink href={upgradeLink(userId)} announce="button" variant="primary">
      Upgrade to Go
    </ExternalLink>
  );
}
