import { assert, asyncProperty } from "fast-check";
import { expect, it } from "vitest";
import type { MembershipEvent } from "../../../supabase/functions/_shared/database/backend.ts";
import { readEvent } from "../../../supabase/functions/membership_webhook/event-rules.ts";
import type { TestBackend } from "../../support/database/backend.ts";
import {
  ENDINGS,
  type Happening,
  REPORTS,
  stories,
  type StoryStep,
  type Story,
} from "../../support/database/membership-stories.ts";
import { onPostgres } from "../../support/database/on-every-database.ts";
import { call, withoutQueue } from "../../support/database/turns.ts";

const RUNS = process.env["SOAK"] === undefined ? 40 : 400;
const HOUR = 3_600_000;
const GRACE_DAYS = 3;
const SETTINGS = { products: new Set(["prod_chat"]), graceDays: GRACE_DAYS };

/** The people of a story as they are in the database, under names that no other world has. */
type World = { ids: string[]; suffix: string };

const now = Date.now();
const iso = (time: number) => new Date(time).toISOString();
const addressOf = (world: World, who: number, which: "first" | "second") =>
  `${which}-${who}-${world.suffix}@example.com`;

/** The event as the webhook reads it. */
function eventOf(world: World, happening: Happening): MembershipEvent {
  const { membership, number, payer, member, report, address, product } = happening;
  const [type, status] = REPORTS[report];
  const event = readEvent(
    {
      type,
      timestamp: iso(now),
      data: {
        id: `mem_${membership}_${world.suffix}`,
        status,
        user: { email: addressOf(world, payer, address).toUpperCase() },
        metadata: member === null ? {} : { member: world.ids[member] },
        product: { id: product },
        updated_at: iso(now - happening.hoursAgo * HOUR),
        renewal_period_end: iso(now + happening.paidForDays * 24 * HOUR),
        manage_url: `https://pay.example.com/${membership}/${number}`,
      },
    },
    `msg_${membership}_${number}_${world.suffix}`,
    SETTINGS,
    now,
  );
  if (event === "other" || "unreadable" in event) throw new Error("The event is not readable.");
  return event;
}

/** Waits until the clock has moved on, so that no two people confirm at the same instant: PGlite counts milliseconds. */
async function clockMovesOn(backend: TestBackend, world: World) {
  const hasMoved = async () => {
    const [row] = await backend.sql<{ moved: boolean }>(
      `select max(confirmed_at) < clock_timestamp() as moved
       from private.confirmed_addresses where user_id = any ($1::uuid[])`,
      `{${world.ids.join()}}`,
    );
    return row?.moved;
  };
  await expect.poll(hasMoved, { interval: 1, timeout: 30_000 }).toBe(true);
}

/** Lets the steps happen in a world of their own, one by one or all at once, and returns what the database knows then. */
async function enact(
  backend: TestBackend,
  story: Story,
  steps: readonly StoryStep[],
  atOnce: boolean,
) {
  const world: World = {
    ids: story.people.map(() => crypto.randomUUID()),
    suffix: crypto.randomUUID(),
  };
  const signUps = story.people.map((_, who) => {
    let running: Promise<unknown> | undefined;
    return () =>
      (running ??= backend
        .sql(
          `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at)
           values ($1, 'authenticated', 'authenticated', $2, now(), now())`,
          world.ids[who],
          addressOf(world, who, "first"),
        )
        .then(() => clockMovesOn(backend, world)));
  });
  const take = async (step: StoryStep) => {
    if (step.kind === "event") {
      const event = eventOf(world, step.happening);
      await call(withoutQueue(backend), "record_membership_event", event);
      return;
    }
    await signUps[step.who]?.();
    if (step.kind === "new address") {
      await backend.sql(
        "update auth.users set email = $2 where id = $1",
        world.ids[step.who],
        addressOf(world, step.who, "second"),
      );
      await clockMovesOn(backend, world);
    }
  };
  for (const [who, { signsUpLate }] of story.people.entries()) {
    if (!signsUpLate) await signUps[who]?.();
  }
  const oneByOne = async (some: readonly StoryStep[]) => {
    for (const step of some) await take(step);
  };
  if (atOnce) {
    const events = steps.filter(({ kind }) => kind === "event");
    await Promise.all([
      oneByOne(steps.filter(({ kind }) => kind !== "event")),
      ...events.map(take),
    ]);
  } else await oneByOne(steps);
  return stateOf(backend, world);
}

/** Everybody's membership and all memberships, with the world's own names taken out. */
async function stateOf(backend: TestBackend, world: World) {
  const [row] = await backend.sql<{ people: unknown[]; memberships: unknown[] }>(
    `select
       array(select to_jsonb(u) - 'id' || jsonb_build_object('active', private.membership_is_active(u))
         from unnest($1::uuid[]) with ordinality p (id, nr)
         left join public.users u using (id) order by nr) as people,
       array(select to_jsonb(m) || jsonb_build_object('user_id', array_position($1::uuid[], user_id))
         from private.memberships m where m.id like '%' || $2 order by id) as memberships`,
    `{${world.ids.join()}}`,
    world.suffix,
  );
  const state = JSON.parse(JSON.stringify(row).replaceAll(world.suffix, "")) as {
    people: { active: boolean }[];
    memberships: unknown[];
  };
  return { ...state, active: state.people.map(({ active }) => active) };
}

/** Who must be active and who may be, worked out from the story alone. */
function expectations(story: Story, steps: readonly StoryStep[]) {
  const happened = steps.flatMap((step) => (step.kind === "event" ? [step.happening] : []));
  const memberships = [...Map.groupBy(happened, ({ membership }) => membership).values()];
  const confirmed = confirmations(story, steps);
  return story.people.map((_, who) => {
    const paid = memberships.filter((events) => ownerOf(events, confirmed) === who).map(paidDays);
    return {
      mustBeActive: paid.some((days) => days > 0),
      mayBeActive: paid.some((days) => days + GRACE_DAYS > 0),
    };
  });
}

type Confirmed = { who: number; address: "first" | "second" }[];

/** Every address that was confirmed, the earliest first. */
function confirmations(story: Story, steps: readonly StoryStep[]): Confirmed {
  const confirmed: Confirmed = [];
  const confirm = (who: number, address: "first" | "second") => {
    if (!confirmed.some((one) => one.who === who && one.address === address)) {
      confirmed.push({ who, address });
    }
  };
  for (const [who, { signsUpLate }] of story.people.entries()) {
    if (!signsUpLate) confirm(who, "first");
  }
  for (const step of steps) {
    if (step.kind === "event") continue;
    confirm(step.who, "first");
    if (step.kind === "new address") confirm(step.who, "second");
  }
  return confirmed;
}

/** Whom the checkout was opened for, else who was the first to confirm an address that an event names. */
function ownerOf(events: readonly Happening[], confirmed: Confirmed): number | undefined {
  const naming = events.filter(({ product }) => product === "prod_chat");
  const member = naming.find((event) => event.member !== null)?.member;
  if (member != null) return member;
  return confirmed.find(({ who, address }) =>
    naming.some((event) => event.payer === who && event.address === address),
  )?.who;
}

/** How many days a membership is still paid for, as its newest event says; of several at once, the longest. */
function paidDays(events: Happening[]): number {
  const newest = Math.min(...events.map(({ hoursAgo }) => hoursAgo));
  const last = events.filter(({ hoursAgo }) => hoursAgo === newest);
  const hasEnded = ({ report, product }: Happening) =>
    ENDINGS.has(report) || product !== "prod_chat";
  if (last.some(hasEnded)) return -Infinity;
  const paid = last.filter(({ report }) => report !== "trial");
  if (paid.length === 0) return -Infinity;
  return Math.max(
    ...paid.map(({ report, paidForDays }) => {
      if (report === "oneTime") return Infinity;
      // What is overdue is not paid, and lasts no longer than the grace.
      return report === "pastDue" ? Math.min(paidForDays, 0) : paidForDays;
    }),
  );
}

onPostgres("memberships from events in any order", (backend) => {
  it("events in any order leave the same memberships, with everyone active who paid and nobody else [membership.events]", async () => {
    await assert(
      asyncProperty(stories, async ({ story, first, second }) => {
        const one = await enact(backend, story, first, false);
        const other = await enact(backend, story, second, true);
        expect(other).toEqual(one);
        const expected = expectations(story, first);
        expect(expected.map(({ mustBeActive }, who) => mustBeActive || one.active[who])).toEqual(
          one.active,
        );
        expect(expected.map(({ mayBeActive }, who) => mayBeActive && one.active[who])).toEqual(
          one.active,
        );
      }),
      { numRuns: RUNS },
    );
  }, 240_000);
});
