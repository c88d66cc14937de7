import { queryOptions } from "@tanstack/react-query";
import { membershipKey } from "#lib/membership.ts";
import { fetchMembership } from "./account-api.ts";

/**
 * The person's membership row, for the account screens, the sidebar's footer and the chat screen.
 * `data` is null for someone without a row, who counts as on trial.
 */
export const membershipQuery = (userId: string) =>
  queryOptions({
    queryKey: membershipKey(userId),
    queryFn: ({ signal }) => fetchMembership(userId, signal),
  });
