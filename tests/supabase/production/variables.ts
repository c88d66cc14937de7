import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./supabase-cli.ts";

/** The variables of the README's table: the first cells of the rows under its heading `Configuration`. */
export function documentedVariables(): string[] {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const section = readme.split(/^## /m).find((part) => part.startsWith("Configuration\n")) ?? "";
  const firstCells = section.match(/^\| `[^|]*/gm) ?? [];
  return firstCells.flatMap((cell) => cell.match(/[A-Z][A-Z0-9_]+/g) ?? []).toSorted();
}
