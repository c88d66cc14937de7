import { parseArgs } from "node:util";
import { readRunning } from "./process/lock.ts";
import { setMembership } from "./backend/members.ts";
import { readSecrets } from "./backend/secrets.ts";
import { readSettings } from "./process/settings.ts";
import { messageOf, StartError } from "./process/start-error.ts";

const STATUSES = ["trial", "active", "expired", "cancelled"];
const USAGE =
  "Usage: npm run membership -- <email> <trial|active|expired|cancelled> [--started ISO] [--ends ISO] [--id ID]";

async function main(): Promise<void> {
  const { email, status, startedAt, endsAt, id } = readArguments();
  const { dataDir } = readSettings(process.env);
  const running = readRunning(dataDir);
  const secrets = readSecrets(dataDir);
  if (!running || !secrets) throw notRunning(dataDir);
  const send = async (path: string, init: RequestInit) => {
    try {
      return await fetch(`http://127.0.0.1:${new URL(running.origin).port}${path}`, init);
    } catch {
      throw notRunning(dataDir);
    }
  };
  const found = await setMembership(send, secrets, { email, status, startedAt, endsAt, id });
  if (!found) throw new StartError(`Nobody has signed up as ${email}.`);
  console.log(`${email} is now ${status}${endsAt ? `, until ${endsAt}` : ""}.`);
}

function readArguments() {
  const { positionals, values } = parse();
  const [email, status, ...rest] = positionals;
  if (!email || !status || rest.length > 0) throw new StartError(USAGE);
  if (!STATUSES.includes(status)) {
    throw new StartError(`The status must be one of ${STATUSES.join(", ")}, not "${status}".`);
  }
  return {
    email,
    status,
    startedAt: readDate("--started", values.started),
    endsAt: readDate("--ends", values.ends),
    id: values.id,
  };
}

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
