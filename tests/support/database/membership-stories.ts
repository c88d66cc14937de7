import {
  type Arbitrary,
  array,
  boolean,
  constantFrom,
  integer,
  record,
  shuffledSubarray,
  subarray,
  tuple,
} from "fast-check";

/** What a payment platform reports, as the type and the status of an event. */
export const REPORTS = {
  purchase: ["membership.activated", "active"],
  renewal: ["membership.updated", "active"],
  trial: ["membership.activated", "trialing"],
  oneTime: ["membership.activated", "completed"],
  cancel: ["membership.cancel_at_period_end_changed", "canceling"],
  pastDue: ["membership.updated", "past_due"],
  expiry: ["membership.deactivated", "expired"],
  deactivation: ["membership.deactivated", "active"],
  cancellation: ["membership.deactivated", "canceled"],
  refund: ["membership.deactivated", "completed"],
} as const;
type Report = keyof typeof REPORTS;

/** The reports after which nothing is paid any more. */
export const ENDINGS: ReadonlySet<Report> = new Set([
  "expiry",
  "deactivation",
  "cancellation",
  "refund",
]);

/** One event of a membership. */
export type Happening = {
  membership: number;
  number: number;
  /** One of the three people. */
  payer: number;
  /** Whether the checkout was opened from the product and named the person. */
  isLinked: boolean;
  report: Report;
  hoursAgo: number;
  paidForDays: number;
  /** Which of the payer's addresses the platform knows. */
  address: "first" | "second";
  product: string;
};
export type Story = { people: { signsUpLate: boolean; changesAddress: boolean }[] };
export type Step =
  | { kind: "event"; happening: Happening }
  | { kind: "sign-up" | "new address"; who: number };

const happening = record({
  report: constantFrom(...(Object.keys(REPORTS) as Report[])),
  // Few, so that many happen at the same instant.
  hoursAgo: integer({ min: 1, max: 6 }),
  // Half days, so that no end is near the moment of the test.
  paidForDays: integer({ min: -6, max: 6 }).map((days) => days + 0.5),
  address: constantFrom("first" as const, "second" as const),
  product: constantFrom("prod_chat", "prod_chat", "prod_chat", "prod_other"),
});
const membership = record({
  payer: integer({ min: 0, max: 2 }),
  isLinked: boolean(),
  events: array(happening, { minLength: 1, maxLength: 6 }),
});
const person = record({ signsUpLate: boolean(), changesAddress: boolean() });

/**
 * Three people and up to three memberships. `first` and `second` are the same steps in two orders: some of the
 * events (the others are lost), some of these twice, late sign-ups and changes of address.
 */
export const stories: Arbitrary<{ story: Story; first: Step[]; second: Step[] }> = tuple(
  tuple(person, person, person),
  array(membership, { minLength: 1, maxLength: 3 }),
).chain(([people, memberships]) => {
  const events = memberships.flatMap(({ events, ...rest }, index) =>
    events.map((event, number): Step => ({
      kind: "event",
      happening: { ...rest, ...event, membership: index, number },
    })),
  );
  // Whoever opens the checkout from the product has signed up before.
  const story: Story = {
    people: people.map((one, who) => ({
      ...one,
      signsUpLate:
        one.signsUpLate && !memberships.some(({ payer, isLinked }) => payer === who && isLinked),
    })),
  };
  const changes = story.people.flatMap(({ signsUpLate, changesAddress }, who): Step[] => [
    ...(signsUpLate ? [{ kind: "sign-up" as const, who }] : []),
    ...(changesAddress ? [{ kind: "new address" as const, who }] : []),
  ]);
  return subarray(events, { minLength: 1 })
    .chain((arrived) => subarray(arrived).map((repeated) => arrived.concat(repeated, changes)))
    .chain((steps) => {
      const inAnyOrder = shuffledSubarray(steps, { minLength: steps.length });
      return record({ story: tuple().map(() => story), first: inAnyOrder, second: inAnyOrder });
    });
});
