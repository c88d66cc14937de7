/** What the database says of a person's membership. */
export const membershipRow = (
  membership_status: string,
  membership_ended_at: string | null = null,
  membership_started_at: string | null = null,
) => ({ membership_status, membership_started_at, membership_ended_at });
