import { globSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./process/settings.ts";

const SUPABASE = join(ROOT, "supabase");
const MIGRATIONS = join(SUPABASE, "migrations");

/** The migration that every database begins with. */
export const BASELINE = "20261124000000_version_1.sql";

/** The files that `schema_paths` names, in the order in which the Supabase CLI reads them: each pattern's, sorted. */
export function schemaFiles(): string[] {
  const config = readFileSync(join(SUPABASE, "config.toml"), "utf8");
  const [, list] = /^schema_paths = (\[[^\]]*\])/m.exec(config) ?? [];
  if (list === undefined) throw new Error("config.toml has no schema_paths.");
  const patterns = JSON.parse(list.replace(/,\s*\]/, "]")) as string[];
  const files = patterns.flatMap((pattern) => {
    const matches = globSync(pattern, { cwd: SUPABASE }).toSorted();
    if (matches.length === 0) throw new Error(`No file matches ${pattern}.`);
    return matches;
  });
  return [...new Set(files)].map((file) => join(SUPABASE, file));
}

/** The text of the baseline: all of supabase/schemas, with a bound on how long it waits for locks. */
export function makeBaseline(): string {
  const schemas = schemaFiles().map((file) => readFileSync(file, "utf8"));
  return [
    "set lock_timeout = '5s';\n",
    "-- Written by npm run baseline from supabase/schemas, which is what one reads and changes.\n",
    ...schemas.map((schema) => `\n${schema}`),
  ].join("");
}

/** `npm run baseline`: writes the baseline, unless a later migration shows that it is released. */
if (import.meta.main) {
  const later = readdirSync(MIGRATIONS).filter((file) => file > BASELINE);
  if (later.length > 0) {
    console.error(`The baseline is released: ${later.join(", ")} came later. Write a migration.`);
    process.exitCode = 1;
  } else {
    writeFileSync(join(MIGRATIONS, BASELINE), makeBaseline());
  }
}
