import { createClient } from "@supabase/supabase-js";
import { connectBackend } from "./backend.ts";
import type { Database } from "./database.types.ts";
import type { Log } from "./http.ts";
import { readLimits } from "./limits.ts";
import { readSettings } from "./providers/ask.ts";
import { secretKey } from "./secret-key-rules.ts";
import type { Turns } from "./turn.ts";

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

const env = (name: string) => Deno.env.get(name);

function required(name: string, value = env(name)): string {
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

const client = createClient<Database>(
  required("SUPABASE_URL"),
  required("SUPABASE_SECRET_KEYS", secretKey(env)),
  {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
  },
);

export const log: Log = (line) => {
  console.log(JSON.stringify(line));
};

/** Everything the deployed functions need, read once from the environment of the process. */
export const turns: Turns = {
  backend: connectBackend(client, readLimits(env)),
  settings: readSettings(env),
  log,
  waitUntil: (work) => {
    if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(work);
  },
};

/** What the payment platform signs its events with. */
export const webhookSecret = env("MEMBERSHIP_WEBHOOK_SECRET");
