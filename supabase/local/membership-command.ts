import { parseArgs } from "node:util";
import { z } from "zod";
import { type ProductClient, connect, setMembership } from "./backend/members.ts";
import {
  type KnownMemberships,
  membershipReport,
  mayChatText,
} from "./backend/membership-report.ts";
import { readSecrets } from "./backend/secrets.ts";
import { readRunning } from "./process/lock.ts";
import { readSettings } from "./process/settings.ts";
import { messageOf, StartError } from "./process/start-error.ts";
import { platformApi, pullMemberships } from "./pull-memberships.ts";
import { replayEvents, replaySettings } from "./replay-events.ts";

const STATUSES = ["trial", "active", "expired", "cancelled"];
const USAGE = `Usage: npm run membership -- <email> <trial|active|expired|cancelled> [--started ISO] [--ends ISO] [--id ID]
       npm run membership -- <email>            shows what is known, and why the person is active or not
       npm run membership -- replay <file> [--all-products]
                                                applies exported events, one JSON object a line
       npm run membership -- pull [--all-products]
                                                reads all memberships from the payment platform's API`;

type CommandEnvironment = {
  variables: NodeJS.ProcessEnv;
  /** Prints a line on standard output. */
  say: (line: string) => void;
  /** How to wait before the payment platform is asked again. */
  wait?: (ms: number) => Promise<unknown>;
};

/** Runs the command. Returns its exit code; throws a StartError, which says what to do, when it cannot be done. */
export async function runMembershipCommand(
  args: readonly string[],
  { variables, say, wait }: CommandEnvironment,
): Promise<number> {
  const { positionals, values } = parse(args);
  const { "all-products": countsEveryProduct = false, ...dates } = values;
  const [first, second, ...rest] = positionals;
  if (!first || rest.length > 0) throw new StartError(USAGE);
  if (first === "replay" || first === "pull") {
    if ((first === "replay") !== Boolean(second) || Object.keys(dates).length > 0) {
      throw new StartError(USAGE);
    }
    const { service, env } = open(variables);
    const { settings, lines } = replaySettings(env, countsEveryProduct);
    const api = first === "pull" ? platformApi({ ...env, ...variables }, wait) : undefined;
    for (const line of lines) say(line);
    const { summary, unreadable } = api
      ? await pullMemberships(service, api, settings, Date.now())
      : await replayEvents(service, second ?? "", settings);
    say(summary);
    if (unreadable.length > 0) {
      const what = api ? "memberships" : "lines";
      throw new StartError(`These ${what} cannot be read: ${unreadable.join(", ")}.`);
    }
  } else if (countsEveryProduct) {
    throw new StartError(USAGE);
  } else if (second === undefined) {
    if (Object.keys(dates).length > 0) throw new StartError(USAGE);
    const known = await describe(open(variables).service, first);
    say(membershipReport(first, known, Date.now()).join("\n"));
    if (known.person === null) return 1;
  } else {
    say(await set(variables, first, second, dates));
  }
  return 0;
}

async function describe(service: ProductClient, email: string) {
  const { data } = await service.rpc("describe_membership", { p_email: email }).throwOnError();
  return data as KnownMemberships;
}

/** Sets a membership, and returns a sentence about the person. */
async function set(
  variables: NodeJS.ProcessEnv,
  email: string,
  status: string,
  values: Options,
): Promise<string> {
  if (!STATUSES.includes(status)) {
    throw new StartError(`The status must be one of ${STATUSES.join(", ")}, not "${status}".`);
  }
  const startedAt = readDate("--started", values.started);
  const endsAt = readDate("--ends", values.ends);
  if (values.id?.trim() === "") throw new StartError("--id must not be empty.");
  const { service } = open(variables);
  const found = await setMembership(service, { email, status, startedAt, endsAt, id: values.id });
  if (!found) throw new StartError(`Nobody has signed up as ${email}.`);
  const { person } = await describe(service, email);
  // Another membership may say more than this one, and one with an end in the past lets nobody chat.
  const { membership_status, membership_ended_at: until, is_active } = person ?? {};
  const isThisEnd = endsAt === undefined || (until && Date.parse(until)) === Date.parse(endsAt);
  const isSo = membership_status === status && is_active === (status === "active") && isThisEnd;
  return person && !isSo
    ? mayChatText(email, person, Date.now())
    : `${email} is now ${status}${endsAt ? `, until ${endsAt}` : ""}.`;
}

type Options = Omit<ReturnType<typeof parse>["values"], "all-products">;

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        started: { type: "string" },
        ends: { type: "string" },
        id: { type: "string" },
        "all-products": { type: "boolean" },
      },
    });
  } catch (error) {
    throw new StartError(`${messageOf(error)}\n${USAGE}`);
  }
}

/** The hosted project that SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY name, else the product that runs here. */
function open(variables: NodeJS.ProcessEnv) {
  const { dataDir, env } = readSettings(variables);
  const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: secretKey } = variables;
  const sendOr =
    (what: StartError): typeof fetch =>
    (input, init) =>
      fetch(input, init).catch(() => {
        throw what;
      });
  if (url && secretKey) {
    const unreachable = new StartError(`${url} cannot be reached: look at SUPABASE_URL.`);
    return { service: connect(url, secretKey, sendOr(unreachable)), env };
  }
  if (url || secretKey) {
    const missing = url ? "SUPABASE_SERVICE_ROLE_KEY" : "SUPABASE_URL";
    throw new StartError(`${missing} is not set. A hosted project needs its address and its key.`);
  }
  const running = readRunning(dataDir);
  const keys = readSecrets(dataDir);
  if (!running || !keys) throw notRunning(dataDir);
  const address = `http://127.0.0.1:${new URL(running.origin).port}`;
  const service = connect(address, keys.secretKey, sendOr(notRunning(dataDir)));
  return { service, env: { ...env, ...running.membershipSettings } };
}

const isoDate = z.union([z.iso.date(), z.iso.datetime({ local: true, offset: true })]);

function readDate(option: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (isoDate.safeParse(value).success) return new Date(value).toISOString();
  throw new StartError(`${option} must be an ISO date such as 2026-11-21, not "${value}".`);
}

function notRunning(dataDir: string): StartError {
  return new StartError(`The product is not running on ${dataDir}. Start it with: npm start`);
}

if (import.meta.main) {
  try {
    process.exitCode = await runMembershipCommand(process.argv.slice(2), {
      variables: process.env,
      say: (line) => console.log(line),
    });
  } catch (error) {
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}
