import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../supabase/local/process/settings.ts";

const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const table = readme.split(/^## /m).find((part) => part.startsWith("Configuration\n")) ?? "";

/** The variables of the README's table: the first cells of the rows under its heading `Configuration`. */
export function documentedVariables(): string[] {
  const firstCells = table.match(/^\| `[^|]*/gm) ?? [];
  return firstCells.flatMap((cell) => cell.match(/[A-Z][A-Z0-9_]+/g) ?? []).toSorted();
}
