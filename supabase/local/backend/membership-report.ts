/** What `describe_membership` returns; times as the database writes them. */
export type KnownMemberships = {
  person: {
    id: string;
    email_confirmed_at: string | null;
    membership_status: string;
    membership_ended_at: string | null;
    membership_id: string | null;
    is_active: boolean;
  } | null;
  memberships: KnownMembership[];
};

type KnownMembership = {
  id: string;
  user_id: string | null;
  status: string;
  product: string | null;
  started_at: string | null;
  renews_at: string | null;
  ended_at: string | null;
  events: {
    id: string;
    happened_at: string;
    type: string;
    status: string;
    ended_at: string | null;
  }[];
};

/**
 * A report for an operator about an address, as lines: the person, why they may chat or not, their memberships and the
 * events about each, oldest first.
 * @param now Milliseconds since 1970.
 */
export function membershipReport(
  email: string,
  { person, memberships }: KnownMemberships,
  now: number,
): string[] {
  return [
    person ? mayChatText(email, person, now) : `Nobody has signed up as ${email}.`,
    ...(person && person.email_confirmed_at === null
      ? ["The address is not confirmed: what was paid with it waits until it is."]
      : []),
    ...(memberships.length === 0 ? ["No membership is known."] : []),
    ...memberships.flatMap((membership) => [
      "",
      `${membership.id}: ${membership.status}${terms(membership)}${holder(membership, person?.id)}`,
      ...membership.events.map(({ id, happened_at, type, status, ended_at }) => {
        const until = ended_at ? ` until ${ended_at}` : "";
        return `  ${happened_at}  ${type}: ${status}${until} (${id})`;
      }),
    ]),
  ];
}

/** Whether a person may chat, and why. `now` in milliseconds since 1970. */
export function mayChatText(
  email: string,
  person: NonNullable<KnownMemberships["person"]>,
  now: number,
): string {
  const { is_active, membership_status: status, membership_ended_at: end } = person;
  if (is_active) {
    return `${email} may chat: the membership is active${end ? ` until ${end}` : ", without an end"}.`;
  }
  const hasPassed = status === "active" && end !== null && Date.parse(end) <= now;
  return hasPassed
    ? `${email} may not chat: the membership ended at ${end}, and no renewal was reported.`
    : `${email} may not chat: the membership is ${status}, not active.`;
}

function terms({ product, started_at, renews_at, ended_at }: KnownMembership): string {
  return [
    product && `, product ${product}`,
    started_at && `, since ${started_at}`,
    renews_at && `, next payment ${renews_at}`,
    ended_at && `, until ${ended_at}`,
  ]
    .filter(Boolean)
    .join("");
}

function holder({ user_id }: KnownMembership, person: string | undefined): string {
  if (user_id === null) return ". It is nobody's until somebody confirms its address.";
  return user_id === person ? "" : `. It belongs to somebody else (${user_id}).`;
}
