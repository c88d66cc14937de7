import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { readEvent } from "../functions/membership_webhook/event-rules.ts";
import type { EventSettings } from "../functions/membership_webhook/settings-rules.ts";
import type { ProductClient } from "./backend/members.ts";
import type { Environment } from "./process/settings.ts";
import { reasonOf, StartError } from "./process/start-error.ts";

const API_URL = "https://api.whop.com/api/v1";
const PAGE_SIZE = 50;
const TRIES = 5;
const REQUEST_MS = 30_000;
/** The longest time that the platform may ask to wait before the next request. */
const LONGEST_WAIT_MS = 120_000;

const membershipPage = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  page_info: z.object({ end_cursor: z.string().nullish(), has_next_page: z.boolean() }),
});
const withId = z.object({ id: z.string() });
const withEmail = z.object({ email: z.string().min(1) });

/** The platform's API, as `MEMBERSHIP_API_KEY` and `MEMBERSHIP_API_URL` name it. Throws a StartError without a key. */
export function platformApi(env: Environment, wait: (ms: number) => Promise<unknown> = sleep) {
  const key = env["MEMBERSHIP_API_KEY"]?.trim();
  if (!key) {
    throw new StartError(
      "MEMBERSHIP_API_KEY is not set: make a key for your company in the payment platform's developer settings, which may read members and their addresses.",
    );
  }
  const address = env["MEMBERSHIP_API_URL"]?.trim() || API_URL;
  if (!URL.canParse(address)) throw new StartError(`MEMBERSHIP_API_URL is no address: ${address}`);
  const base = new URL(address);

  /** Reads a path; null where the platform has nothing there. Asks again after a limit, a fault, or a lost connection. */
  return async (path: string, query: Record<string, string> = {}): Promise<unknown> => {
    const url = new URL(base);
    url.pathname = `${base.pathname.replace(/\/$/, "")}/${path}`;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    for (let count = 1; ; count += 1) {
      const { response, text = "", failure } = await ask(url, key);
      if (response?.ok) {
        try {
          return JSON.parse(text);
        } catch {
          throw new StartError(`The payment platform's answer to ${path} is no JSON.`);
        }
      }
      if (response?.status === 404) return null;
      const mayHelp = !response || response.status === 429 || response.status >= 500;
      if (!mayHelp || count === TRIES) {
        throw new StartError(
          response
            ? refusal(path, response.status)
            : `The payment platform cannot be reached (${reasonOf(failure)}).`,
        );
      }
      await wait(pause(response?.headers.get("retry-after") ?? "", count));
    }
  };
}
type PlatformApi = ReturnType<typeof platformApi>;

type Asked = { response?: Response; text?: string; failure?: unknown };

async function ask(url: URL, key: string): Promise<Asked> {
  const headers = { authorization: `Bearer ${key}`, accept: "application/json" };
  try {
    const signal = AbortSignal.timeout(REQUEST_MS);
    const response = await fetch(url, { headers, signal, redirect: "error" });
    return { response, text: await response.text() };
  } catch (failure) {
    return { failure };
  }
}

/** As long as `Retry-After` says, else a second, then twice as long each time. */
function pause(retryAfter: string, count: number): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : 1000 * 2 ** (count - 1);
  return Math.min(ms, LONGEST_WAIT_MS);
}

const WHAT_TO_DO: Readonly<Record<number, string>> = {
  400: "MEMBERSHIP_API_URL may have to name your company: …/api/v1?company_id=biz_…",
  401: "It does not know the key in MEMBERSHIP_API_KEY.",
  403: "The key in MEMBERSHIP_API_KEY needs the permissions member:basic:read and member:email:read.",
  429: "Its rate limit is used up: run the command again later.",
};

function refusal(path: string, status: number): string {
  const what = WHAT_TO_DO[status] ?? "Run the command again later.";
  return `The payment platform refused ${path} with status ${status}. ${what}`;
}

/**
 * Applies what the payment platform says now about each of its memberships. A second run changes nothing more. What was
 * written before a failure stays; running it again completes it.
 * @param now Milliseconds since 1970.
 */
export async function pullMemberships(
  service: ProductClient,
  api: PlatformApi,
  settings: EventSettings,
  now: number,
): Promise<{ summary: string; unreadable: string[] }> {
  const counts = { applied: 0, kept: 0, ignored: 0, other: 0 };
  const unreadable: string[] = [];
  const seen = new Set<string>();
  const addresses = new Map<string, string | null>();
  for await (const membership of allMemberships(api)) {
    const id = withId.safeParse(membership).data?.id ?? "a membership without an id";
    // Pages shift when somebody joins meanwhile.
    if (seen.has(id)) continue;
    seen.add(id);
    const payload = (data: object) => ({
      type: "membership.pulled",
      timestamp: new Date(now).toISOString(),
      data,
    });
    const first = readEvent(payload(membership), "pull", settings, now);
    if (first === "other") {
      counts.other += 1;
      continue;
    }
    if ("unreadable" in first) {
      unreadable.push(`${id} (${first.unreadable})`);
      continue;
    }
    const isNameless = !first.p_member && !first.p_email && first.p_sold !== false;
    const email = isNameless ? await addressOf(api, membership, addresses) : null;
    const whole = email === null ? membership : { ...membership, user: { email } };
    const hash = createHash("sha256").update(JSON.stringify(whole)).digest("hex");
    // One that does not say when it changed is a new event with each pull.
    const eventId = membership["updated_at"] ? `pull:${hash}` : `pull:${now}:${hash}`;
    const event = readEvent(payload(whole), eventId, settings, now);
    if (event === "other" || "unreadable" in event) continue;
    const { data } = await service.rpc("record_membership_event", event).throwOnError();
    const { outcome } = data as { outcome: "applied" | "kept" | "ignored" };
    counts[event.p_sold === false && outcome === "kept" ? "other" : outcome] += 1;
  }
  return {
    summary:
      `${seen.size} memberships read: ${counts.applied} applied, ${counts.kept} kept until somebody confirms the address, ` +
      `${counts.ignored} known already, ${counts.other} about something else.`,
    unreadable,
  };
}

async function* allMemberships(api: PlatformApi) {
  let after: string | null | undefined;
  do {
    const query = { first: String(PAGE_SIZE), ...(after && { after }) };
    const page = membershipPage.safeParse(await api("memberships", query));
    if (!page.success) {
      throw new StartError("The payment platform's list of memberships is not understood.");
    }
    yield* page.data.data;
    const { end_cursor, has_next_page } = page.data.page_info;
    if (has_next_page && (!end_cursor || end_cursor === after)) {
      throw new StartError("The payment platform's list of memberships does not go on.");
    }
    after = has_next_page ? end_cursor : null;
  } while (after);
}

/** The address of a membership's user, from the platform's list of members, else of users; null for none. */
async function addressOf(
  api: PlatformApi,
  membership: Record<string, unknown>,
  known: Map<string, string | null>,
): Promise<string | null> {
  const user = membership["user_id"] ?? withId.safeParse(membership["user"]).data?.id;
  if (typeof user !== "string" || !/^[\w-]{1,200}$/.test(user)) return null;
  const before = known.get(user);
  if (before !== undefined) return before;
  const members = membersOf.safeParse(await api("members", { "user_ids[]": user, first: "1" }));
  const member = members.data?.data.find(({ user: of }) => of?.id === user);
  const email =
    withEmail.safeParse(member?.user).data?.email ??
    withEmail.safeParse(await api(`users/${user}`)).data?.email ??
    null;
  known.set(user, email);
  return email;
}
const membersOf = z.object({
  data: z.array(z.object({ user: z.looseObject({ id: z.string() }).nullish().catch(null) })),
});
