import type { SupabaseClient } from "@supabase/supabase-js";
import type { z } from "zod";
import { databaseFault } from "../refusal.ts";
import type { Database } from "./database.types.ts";

type Functions = Database["public"]["Functions"];
/** Every argument of a SQL function may be null; the generated types do not know. */
type Nullable<Args> = { [Name in keyof Args]: Args[Name] | null };

/**
 * Calls a SQL function and returns what it returned, as `outcome` reads it. Refuses with 503 when the database is out of
 * reach, and with 500 when it refuses the call. Throws a ZodError for what `outcome` does not know.
 */
export async function callDatabase<Name extends keyof Functions, Outcome extends z.ZodType>(
  client: SupabaseClient<Database>,
  name: Name,
  outcome: Outcome,
  args: Nullable<Functions[Name]["Args"]>,
): Promise<z.output<Outcome>> {
  const { data, error } = await client.rpc(name, args as Functions[Name]["Args"]);
  if (error) throw databaseFault(error.code);
  return outcome.parse(data);
}
