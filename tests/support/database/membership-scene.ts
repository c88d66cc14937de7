import type { MembershipEvent } from "../../../supabase/functions/membership_webhook/event-rules.ts";
import type { TestBackend } from "./backend.ts";
import { call } from "./turns.ts";

const NEXT_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString();

/** The nth minute of a day before the test. */
export const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

/** What an event says of a membership that ends in that minute. */
export const endedAt = (minute: number, p_status: "cancelled" | "expired") => ({
  p_happened_at: at(minute),
  p_status,
  p_ended_at: at(minute),
});

type Change = { [Name in keyof MembershipEvent]?: MembershipEvent[Name] | null };

/** People and memberships of one test, under names that no other test on the same database has. */
export function createScene(backend: TestBackend) {
  const run = crypto.randomUUID();
  const address = (name: string) => `${name}-${run}@example.com`;
  const id = (name: string) => `${name}_${run}`;
  return {
    run,
    address,
    id,

    signUp: async (name: string, { isConfirmed = true } = {}) => {
      const user = crypto.randomUUID();
      await backend.sql(
        `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at)
         values ($1, 'authenticated', 'authenticated', $2, ${isConfirmed ? "now()" : "null"}, now())`,
        user,
        address(name),
      );
      return user;
    },

    changeAddress: (user: string, name: string) =>
      backend.sql("update auth.users set email = $2 where id = $1", user, address(name)),

    /** Reports an event about a membership that was paid with an address, active for a month unless told otherwise. */
    report: async (membership: string, payer: string | null, change: Change = {}) => {
      const event = {
        p_id: `msg_${crypto.randomUUID()}`,
        p_membership_id: id(membership),
        p_happened_at: at(1),
        p_type: "membership.updated",
        p_status: "active",
        p_started_at: at(0),
        p_ended_at: NEXT_MONTH,
        ...(payer !== null && { p_email: address(payer) }),
        ...change,
      } as MembershipEvent;
      return (await call(backend, "record_membership_event", event)).outcome;
    },

    setByHand: (name: string, status: string, more: object = {}) =>
      call(backend, "set_membership", { p_email: address(name), p_status: status, ...more }),

    membershipOf: async (user: string) => {
      const [row] = await backend.sql<Record<string, unknown>>(
        `select membership_status as status, split_part(membership_id, '_', 1) as id,
           private.membership_is_active(users) as active from public.users where id = $1`,
        user,
      );
      return row;
    },
  };
}

/** Every order of the items. */
export function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((others) => [item].concat(others)),
  );
}
