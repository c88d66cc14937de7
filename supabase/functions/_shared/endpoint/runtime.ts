import { createClient } from "@supabase/supabase-js";
import { connectBackend } from "../database/backend.ts";
import type { Database } from "../database/database.types.ts";
import { positiveInteger, readUsageLimits } from "../limits.ts";
import { databaseFault } from "../refusal.ts";
import type { Log } from "../request-log.ts";
import { WORKER_SECONDS } from "../time-limits.ts";
import { fetchInTime } from "./fetch-in-time.ts";
import { secretKey } from "./secret-key-rules.ts";

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

/** Whether the platform runs this function, and not a program of ours. */
export const isHosted = typeof EdgeRuntime !== "undefined";

/** Keeps the function alive until the promise settles, also after its response. */
export function waitUntil(work: Promise<unknown>): void {
  if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(work);
}

/** Returns a variable of the process's environment. */
export const env = (name: string): string | undefined => Deno.env.get(name);

/**
 * The worker that runs this function. It takes no new request after half of its life, and at its end it ends whatever
 * runs. Only the platform's workers end by themselves, and those that WORKER_SECONDS is set for.
 */
export const worker = startWorker();

function startWorker() {
  const ending = new AbortController();
  addEventListener("beforeunload", (event) => ending.abort(reasonOf(event)));
  const isMortal = isHosted || env("WORKER_SECONDS") !== undefined;
  const life = positiveInteger(env("WORKER_SECONDS"), WORKER_SECONDS) * 1000;
  return {
    /** When it ends, on the clock of `performance.now`, whose zero may be earlier. */
    endsAt: isMortal ? performance.now() + life : Number.POSITIVE_INFINITY,
    /**
     * Aborted when the platform is about to end the worker, some moments before. The reason is the platform's word for it:
     * `cpu` where the processor time is used up.
     */
    ending: ending.signal,
  };
}

function reasonOf(event: unknown): unknown {
  return event instanceof CustomEvent
    ? (event.detail as { reason?: unknown } | null)?.reason
    : undefined;
}

function required(name: string, value = env(name)): string {
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

/** How long one call of the database or the sign-in service may take. After that it counts as failed. */
const CALL_MS = 15_000;

const client = createClient<Database>(
  required("SUPABASE_URL"),
  required("SUPABASE_SECRET_KEYS", secretKey(env)),
  {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
    global: { fetch: fetchInTime(CALL_MS) },
  },
);

/** Writes an entry to the platform's log. */
export const log: Log = (fields) => {
  console.log(JSON.stringify(fields));
};

/** The project that this function belongs to, opened with its secret key. */
export const backend = connectBackend(client, readUsageLimits(env));

/** Returns what the SQL function `health` returns. Refuses when the database has not responded within 3 s. */
export async function askHealth(): Promise<unknown> {
  const { data, error } = await client.rpc("health").abortSignal(AbortSignal.timeout(3000));
  if (error) throw databaseFault(error.code);
  return data;
}
