import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const SUPABASE = resolve(import.meta.dirname, "../../../supabase");

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
