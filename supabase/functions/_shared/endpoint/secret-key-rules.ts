import { z } from "zod";
import { parseJson } from "../parse-json.ts";

const keysByName = z.record(z.string(), z.string().min(1));

/**
 * The key that opens a project to its functions: the one named `default` of `SUPABASE_SECRET_KEYS` (a JSON object by
 * name), else its first; on projects older than those keys `SUPABASE_SERVICE_ROLE_KEY`. Undefined when there is none.
 */
export function secretKey(env: (name: string) => string | undefined): string | undefined {
  const { success, data: keys } = keysByName.safeParse(
    parseJson(env("SUPABASE_SECRET_KEYS") ?? ""),
  );
  const key = success ? (keys["default"] ?? Object.values(keys)[0]) : undefined;
  return key ?? env("SUPABASE_SERVICE_ROLE_KEY");
}
