import { z } from "zod";
import type { Database } from "../_shared/database/database.types.ts";
import type { EventSettings } from "./settings-rules.ts";

/** An event about a membership, as the database takes it. Times are ISO 8601 with an offset. */
export type MembershipEvent = Database["public"]["Functions"]["record_membership_event"]["Args"];

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
/** How far the platform's clock may be ahead: as far as its signatures may be. A later event would outrank those to come. */
const AHEAD_MS = 5 * 60_000;
/** The last moment that is written with four digits for the year. */
const LAST_MOMENT = Date.UTC(9999, 11, 31);

/** A moment the database can hold, in milliseconds since 1970. The platform writes ISO 8601, or seconds since 1970. */
const moment = z
  .union([
    z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
    z.int().transform((seconds) => seconds * 1000),
  ])
  .refine((time) => time > 0 && time < LAST_MOMENT);

const id = z.string().regex(/^[\x20-\x7e]{1,200}$/);
const idOf = z
  .union([id, z.object({ id }).transform((thing) => thing.id)])
  .nullish()
  .catch(null);

/** An address of any script, without blanks and control characters, in lower case as the sign-in service keeps it. */
const address = z
  .string()
  .max(320)
  .regex(/^[^\s\p{C}@]+@[^\s\p{C}@]+$/u)
  .toLowerCase();

const secureUrl = z
  .string()
  .max(2000)
  .refine((text) => URL.canParse(text) && new URL(text).protocol === "https:")
  .transform((text) => new URL(text).href)
  .nullish()
  .catch(null);

const shared = {
  id,
  status: z.enum(Object.keys(STATUSES) as (keyof typeof STATUSES)[]),
  user: z
    .object({ email: address.nullish().catch(null) })
    .nullish()
    .catch(null),
  metadata: z.object({ member: z.guid() }).nullish().catch(null),
  created_at: moment.nullish(),
  joined_at: moment.nullish(),
  updated_at: moment.nullish(),
  cancel_at_period_end: z.boolean().nullish(),
  manage_url: secureUrl,
};

/** A membership as the platform wrote it before its dated versions: with objects for the product and the plan. */
const nested = z
  .object({ ...shared, product: idOf, plan: idOf, renewal_period_end: moment.nullish() })
  .transform(({ renewal_period_end, ...data }) => ({ ...data, paid_until: renewal_period_end }));

/**
 * A membership as the platform writes it today: with the ids alone. Some versions have an object for the product, or
 * the period's older name.
 */
const flat = z
  .object({
    ...shared,
    product: idOf,
    plan: idOf,
    product_id: idOf,
    plan_id: idOf,
    current_period_end: moment.nullish(),
    renewal_period_end: moment.nullish(),
  })
  .transform(({ product_id, plan_id, current_period_end, renewal_period_end, ...data }) => ({
    ...data,
    product: product_id ?? data.product,
    plan: plan_id ?? data.plan,
    paid_until: current_period_end ?? renewal_period_end,
  }));

/** The part of a `membership.*` event that is read; everything else in it is ignored. */
const platformEvent = z.object({ type: id, timestamp: moment });
type PlatformEvent = z.output<typeof platformEvent> & { data: z.output<typeof nested> };

const envelope = z.object({ type: z.string() });
const about = z.object({ data: z.record(z.string(), z.unknown()) });
/** What only the flat form has. */
const FLAT_FIELDS = ["product_id", "plan_id", "user_id", "current_period_end"];

/**
 * Reads an event of the payment platform, in its flat form or the nested one. One about a product that is not sold here
 * is read without its person: it counts if its membership was sold here before or after.
 * @param eventId What tells it from every other event: its `webhook-id`.
 * @param now Milliseconds since 1970.
 * @returns The event, "other" for one that is not about a membership, or the name of the field that cannot be read.
 */
export function readEvent(
  payload: unknown,
  eventId: string,
  settings: EventSettings,
  now: number,
): MembershipEvent | "other" | { unreadable: string } {
  const outer = envelope.safeParse(payload);
  if (!outer.success) return unreadable(outer.error);
  if (!outer.data.type.startsWith("membership.")) return "other";
  const data = about.safeParse(payload).data?.data ?? {};
  const product = idOf.parse(data["product_id"]) ?? idOf.parse(data["product"]);
  if (product == null) return { unreadable: "data.product" };
  const isSold = !settings.products || settings.products.has(product);
  const membership = FLAT_FIELDS.some((field) => field in data) ? flat : nested;
  const event = platformEvent.extend({ data: membership }).safeParse(payload);
  if (!event.success) return isSold ? unreadable(event.error) : "other";
  const { updated_at } = event.data.data;
  if ((updated_at ?? event.data.timestamp) > now + AHEAD_MS) {
    return { unreadable: updated_at ? "data.updated_at" : "timestamp" };
  }
  const read = membershipEvent(event.data, eventId, settings.graceDays);
  if (read === undefined) return "other";
  return isSold ? read : unsold(read);
}

function unreadable({ issues }: z.ZodError): { unreadable: string } {
  return { unreadable: issues[0]?.path.join(".") || "the event" };
}

/**
 * An event about a product that is not sold here: a membership that has changed to it has ended. It says nothing about
 * the person, so that nothing is kept about other customers of the platform.
 */
function unsold(event: MembershipEvent): MembershipEvent {
  const read: MembershipEvent = { ...event, p_sold: false };
  delete read.p_email;
  delete read.p_member;
  if (read.p_product === undefined) return read;
  delete read.p_renews_at;
  const p_status = read.p_status === "cancelled" ? "cancelled" : "expired";
  return { ...read, p_status, p_ended_at: read.p_happened_at };
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
 * When a membership renews and when it ends, in milliseconds since 1970; null for never. One that renews ends with the
 * grace after its paid period, so that a renewal whose event was lost does not last for ever. Only an overdue payment
 * has a renewal no later than the event; the database and the screens know it by that.
 */
function termOf(
  status: "trial" | "active" | "expired" | "cancelled",
  data: PlatformEvent["data"],
  happened: number,
  grace: number,
): { renews: number | null; ends: number | null } {
  const paidUntil = data.paid_until ?? null;
  if (status === "trial") return { renews: null, ends: paidUntil };
  if (status !== "active") return { renews: null, ends: Math.min(paidUntil ?? happened, happened) };
  if (data.status === "completed") return { renews: null, ends: null };
  if (data.status === "past_due") {
    // The platform may have moved the period on already, although nobody has paid for it.
    const due = Math.min(paidUntil ?? happened, happened);
    return { renews: due, ends: due + grace };
  }
  if (data.status === "canceling" || data.cancel_at_period_end === true) {
    return { renews: null, ends: paidUntil ?? happened };
  }
  return {
    renews: paidUntil !== null && paidUntil > happened ? paidUntil : null,
    ends: (paidUntil ?? happened) + grace,
  };
}

function iso(time: number): string {
  return new Date(Math.min(time, LAST_MOMENT)).toISOString();
}
