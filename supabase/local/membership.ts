import { parseArgs } from "node:util";
import { callFunction, type Send, setMembership } from "./backend/members.ts";
import { type KnownMemberships, membershipReport } from "./backend/membership-report.ts";
import { readSecrets } from "./backend/secrets.ts";
import { readRunning } from "./process/lock.ts";
import { readSettings } from "./process/settings.ts";
import { messageOf, StartError } from "./process/start-error.ts";
import { replayEvents } from "./replay-events.ts";

const STATUSES = ["trial", "active", "expired", "cancelled"];
const USAGE = `Usage: npm run membership -- <email> <trial|active|expired|cancelled> [--started ISO] [--ends ISO] [--id ID]
       npm run membership -- <email>            shows what is known, and why the person is active or not
       npm run membership -- replay <file>      applies exported events, one JSON object a line`;

async function main(): Promise<void> {
  const { positionals, values } = parse();
  const [first, second, ...rest] = positionals;
  if (!first || rest.length > 0) throw new StartError(USAGE);
  if (first === "replay") {
    if (!second) throw new StartError(USAGE);
    const { send, keys, env } = connect();
    const { summary, unreadable } = await replayEvents(send, keys, second, env);
    console.log(summary);
    if (unreadable.length > 0) {
      throw new StartError(`These lines cannot be read: ${unreadable.join(", ")}.`);
    }
  } else if (second === undefined) {
    if (Object.keys(values).length > 0) throw new StartError(USAGE);
    const { send, keys } = connect();
    const known = await callFunction(send, keys, "describe_membership", { p_email: first });
    console.log(membershipReport(first, known as KnownMemberships, Date.now()).join("\n"));
  } else {
    await set(first, second, values);
  }
}

async function set(email: string, status: string, values: Options): Promise<void> {
  if (!STATUSES.includes(status)) {
    throw new StartError(`The status must be one of ${STATUSES.join(", ")}, not "${status}".`);
  }
  const startedAt = readDate("--started", values.started);
  const endsAt = readDate("--ends", values.ends);
  const { send, keys } = connect();
  const found = await setMembership(send, keys, {
    email,
    status,
    startedAt,
    endsAt,
    id: values.id,
  });
  if (!found) throw new StartError(`Nobody has signed up as ${email}.`);
  console.log(`${email} is now ${status}${endsAt ? `, until ${endsAt}` : ""}.`);
}

type Options = ReturnType<typeof parse>["values"];

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { started: { type: "string" }, ends: { type: "string" }, id: { type: "string" } },
    });
  } catch (error) {
    throw new StartError(`${messageOf(error)}\n${USAGE}`);
  }
}

/** The hosted project that SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY name, else the product that runs here. */
function connect() {
  const { dataDir, env } = readSettings(process.env);
  const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: secretKey } = process.env;
  if (url && secretKey) {
    const send: Send = (path, init) => fetch(url.replace(/\/$/, "") + path, init);
    return { send, keys: { secretKey }, env };
  }
  const running = readRunning(dataDir);
  const keys = readSecrets(dataDir);
  if (!running || !keys) throw notRunning(dataDir);
  const send: Send = async (path, init) => {
    try {
      return await fetch(`http://127.0.0.1:${new URL(running.origin).port}${path}`, init);
    } catch {
      throw notRunning(dataDir);
    }
  };
  return { send, keys, env };
}

function readDate(option: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const isIso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(
    value,
  );
  if (!isIso || Number.isNaN(Date.parse(value))) {
    throw new StartError(`${option} must be an ISO date such as 2026-11-21, not "${value}".`);
  }
  return new Date(value).toISOString();
}

function notRunning(dataDir: string): StartError {
  return new StartError(`The product is not running on ${dataDir}. Start it with: npm start`);
}

try {
  await main();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
