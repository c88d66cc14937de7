import { measureSearch } from "./search.ts";
import { printRow } from "./table.ts";
import { measureUndo } from "./undo.ts";

/** The rows of what many messages cost, on both databases. */
export async function benchDatabase(): Promise<void> {
  for (const kind of ["postgres", "pglite"] as const) {
    for (const measure of [measureUndo, measureSearch]) (await measure(kind)).forEach(printRow);
  }
}
