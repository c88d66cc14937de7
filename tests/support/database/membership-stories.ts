import {
  type Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
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
  /** One of the three people; whose address the platform knows may change in the middle. */
  payer: number;
  /** Whom the checkout was opened for from the product, if it was. */
  member: number | null;
  report: Report;
  hoursAgo: number;
  paidForDays: number;
  /** Which of the payer's addresses the platform knows. */
  address: "first" | "second";
  product: string;
};
export type Story = { people: { signsUpLate: boolean; changesAddress: boolean }[] };
export type StoryStep =
  | { kind: "event"; happening: Happening }
  | { kind: "sign-up" | "new address"; who: number };

const person = integer({ min: 0, max: 2 });
type Place = "event" | "change";

const happening = record({
  payer: person,
  report: constantFrom(...(Object.keys(REPORTS) as Report[])),
  // Few, so that many happen at the same instant.
  hoursAgo: integer({ min: 1, max: 6 }),
  // Half days, so that no end is near the moment of the test.
  paidForDays: integer({ min: -6, max: 6 }).map((days) => days + 0.5),
  address: constantFrom("first" as const, "second" as const),
  product: constantFrom("prod_chat", "prod_chat", "prod_chat", "prod_other"),
});
const membership = record({
  member: oneof({ weight: 2, arbitrary: constant(null) }, person),
  events: array(happening, { minLength: 1, maxLength: 6 }),
});
const change = record({ signsUpLate: boolean(), changesAddress: boolean() });

/**
 * Three people and up to three memberships. `first` and `second` are the same steps in two orders: some of the
 * events (the others are lost), some of these twice, with late sign-ups and changes of address, which are in one order,
 * anywhere between the events.
 */
export const stories: Arbitrary<{ story: Story; first: StoryStep[]; second: StoryStep[] }> = tuple(
  tuple(change, change, change),
  array(membership, { minLength: 1, maxLength: 3 }),
).chain(([people, memberships]) => {
  const events = memberships.flatMap(({ events, ...rest }, index) =>
    events.map((event, number): StoryStep => ({
      kind: "event",
      happening: { ...rest, ...event, membership: index, number },
    })),
  );
  // Whoever opens the checkout from the product has signed up before.
  const story: Story = {
    people: people.map((one, who) => ({
      ...one,
      signsUpLate: one.signsUpLate && !memberships.some(({ member }) => member === who),
    })),
  };
  const changes = story.people.flatMap(({ signsUpLate, changesAddress }, who): StoryStep[] => [
    ...(signsUpLate ? [{ kind: "sign-up" as const, who }] : []),
    ...(changesAddress ? [{ kind: "new address" as const, who }] : []),
  ]);
  return tuple(
    subarray(events, { minLength: 1 }).chain((arrived) =>
      subarray(arrived).map((repeated) => arrived.concat(repeated)),
    ),
    shuffledSubarray(changes, { minLength: changes.length }),
  ).chain(([arriving, changing]) => {
    // Who confirmed an address before whom is a part of what happened; when events arrive is not.
    const places = arriving.map((): Place => "event").concat(changing.map((): Place => "change"));
    const inAnyOrder = tuple(
      shuffledSubarray(arriving, { minLength: arriving.length }),
      shuffledSubarray(places, { minLength: places.length }),
    ).map(([events, order]) => {
      const left = { event: [...events], change: [...changing] };
      return order.flatMap((place) => left[place].shift() ?? []);
    });
    return record({ story: constant(story), first: inAnyOrder, second: inAnyOrder });
  });
});
