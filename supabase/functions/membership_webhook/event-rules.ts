import { z } from "zod";
import type { MembershipEvent } from "../_shared/backend.ts";
import type { EventSettings } from "./settings-rules.ts";

/** What each status of the payment platform is here. Null changes nothing: such a membership has not begun. */
const STATUSES = {
  trialing: "trial",
  active: "active",
  completed: "active",
  canceling: "active",
  past_due: "active",
  unresolved: "expired",
  expired: "expired",
  canceled: "cancelled",
  drafted: null,
} as const;

const DAY_MS = 86_400_000;
/** The last moment that is written with four digits for the year. */
const LAST_MOMENT = Date.UTC(9999, 11, 31);

/** A moment the database can hold, in milliseconds since 1970. */
const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .refine((time) => time > 0 && time < LAST_MOMENT);

const id = z.string().regex(/^[\x20-\x7e]{1,200}$/);
const idOf = z
  .union([id, z.object({ id }).transform((thing) => thing.id)])
  .nullish()
  .catch(null);

/** An address of any script, without blanks and control characters. */
const address = z
  .string()
  .max(320)
  .regex(/^[^\s\p{C}@]+@[^\s\p{C}@]+$/u);

const secureUrl = z
  .string()
  .max(2000)
  .refine((text) => URL.canParse(text) && new URL(text).protocol === "https:")
  .transform((text) => new URL(text).href)
  .nullish()
  .catch(null);

/** The part of a `membership.*` event that is read; everything else in it is ignored. */
const platformEvent = z.object({
  type: id,
  timestamp: moment,
  data: z.object({
    id,
    status: z.enum(Object.keys(STATUSES) as (keyof typeof STATUSES)[]),
    user: z.object({ email: address.nullish() }).nullish(),
    metadata: z.object({ member: z.guid() }).nullish().catch(null),
    product: idOf,
    plan: idOf,
    created_at: moment.nullish(),
    joined_at: moment.nullish(),
    updated_at: moment.nullish(),
    renewal_period_end: moment.nullish(),
    cancel_at_period_end: z.boolean().nullish(),
    manage_url: secureUrl,
  }),
});
type PlatformEvent = z.output<typeof platformEvent>;

const envelope = z.object({ type: z.string() });
const sold = z.object({ data: z.object({ product: idOf }) });

/**
 * Reads an event of the payment platform.
 * @param eventId What tells it from every other event: its `webhook-id`.
 * @returns The event, "other" for one that is not about a membership sold here, or "unreadable".
 */
export function readEvent(
  payload: unknown,
  eventId: string,
  settings: EventSettings,
): MembershipEvent | "other" | "unreadable" {
  const outer = envelope.safeParse(payload);
  if (!outer.success) return "unreadable";
  if (!outer.data.type.startsWith("membership.")) return "other";
  const product = sold.safeParse(payload).data?.data.product;
  if (settings.products && !(product && settings.products.has(product))) return "other";
  const event = platformEvent.safeParse(payload);
  if (!event.success) return "unreadable";
  return membershipEvent(event.data, eventId, settings.graceDays) ?? "other";
}

function membershipEvent(
  { type, timestamp, data }: PlatformEvent,
  eventId: string,
  graceDays: number,
): MembershipEvent | undefined {
  const status = statusOf(type, data.status);
  if (status === null) return undefined;
  const happened = data.updated_at ?? timestamp;
  const started = data.joined_at ?? data.created_at;
  const { renews, ends } = termOf(status, data, happened, graceDays * DAY_MS);
  return {
    p_id: eventId,
    p_membership_id: data.id,
    p_happened_at: iso(happened),
    p_type: type,
    p_status: status,
    ...(started && { p_started_at: iso(started) }),
    ...(renews !== null && { p_renews_at: iso(renews) }),
    ...(ends !== null && { p_ended_at: iso(ends) }),
    ...(data.metadata && { p_member: data.metadata.member }),
    ...(data.user?.email && { p_email: data.user.email }),
    ...(data.product && { p_product: data.product }),
    ...(data.plan && { p_plan: data.plan }),
    ...(data.manage_url && { p_manage_url: data.manage_url }),
  };
}

/** `membership.deactivated` ends a membership, whatever status it still names. */
function statusOf(type: string, named: keyof typeof STATUSES) {
  const status = STATUSES[named];
  return type === "membership.deactivated" && status !== "cancelled" ? "expired" : status;
}

/**
 * When a membership renews and when it ends, in milliseconds since 1970; null for never. One that renews ends with
 * the grace after its paid period, so that a renewal whose event was lost does not last for ever.
 */
function termOf(
  status: "trial" | "active" | "expired" | "cancelled",
  data: PlatformEvent["data"],
  happened: number,
  grace: number,
): { renews: number | null; ends: number | null } {
  const paidUntil = data.renewal_period_end ?? null;
  if (status === "trial") return { renews: null, ends: paidUntil };
  if (status !== "active") return { renews: null, ends: Math.min(paidUntil ?? happened, happened) };
  if (data.status === "completed") return { renews: null, ends: null };
  const ends = (paidUntil ?? happened) + grace;
  if (data.status === "past_due")
    return { renews: Math.min(paidUntil ?? happened, happened), ends };
  if (data.status === "canceling" || data.cancel_at_period_end === true) {
    return { renews: null, ends: paidUntil ?? happened };
  }
  return { renews: paidUntil, ends };
}

function iso(time: number): string {
  return new Date(Math.min(time, LAST_MOMENT)).toISOString();
}
