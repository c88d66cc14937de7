import { z } from "zod";
import type { MembershipChange } from "../_shared/backend.ts";

/** Every status the payment platform knows, and what it means here. Only `active` may chat (DESIGN 3.4). */
const STATUSES = {
  trialing: "trial",
  active: "active",
  completed: "active",
  canceling: "active",
  past_due: "expired",
  unresolved: "expired",
  expired: "expired",
  canceled: "cancelled",
} as const;

/** A moment the database can hold; in UTC, because PostgreSQL knows no offsets beyond sixteen hours. */
const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() > 0)
  .transform((date) => date.toISOString());

/** The part of a `membership.*` event that is read; everything else in it is ignored. */
export const membershipEvent = z.object({
  type: z.string().startsWith("membership."),
  timestamp: moment,
  data: z.object({
    id: z.string().regex(/^[\x20-\x7e]{1,200}$/),
    status: z.enum(Object.keys(STATUSES) as (keyof typeof STATUSES)[]),
    user: z.object({ email: z.email() }),
    created_at: moment,
    joined_at: moment.nullish(),
    renewal_period_end: moment.nullish(),
    cancel_at_period_end: z.boolean().nullish(),
  }),
});
export type MembershipEvent = z.output<typeof membershipEvent>;

/**
 * What an event changes. A membership that renews has no end; one that does not ends with its paid period.
 * `membership.deactivated` never leaves a member active, whatever status it still names.
 */
export function membershipChange({ type, timestamp, data }: MembershipEvent): MembershipChange {
  const named = STATUSES[data.status];
  const status = type === "membership.deactivated" && named !== "cancelled" ? "expired" : named;
  const renews =
    status === "active" && data.status !== "canceling" && data.cancel_at_period_end !== true;
  return {
    email: data.user.email,
    status,
    startedAt: data.joined_at ?? data.created_at,
    endedAt: renews ? null : (data.renewal_period_end ?? timestamp),
    membershipId: data.id,
    eventAt: timestamp,
  };
}
