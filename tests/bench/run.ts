import { availableParallelism, loadavg } from "node:os";
import { provideChromium } from "../../e2e/support/chromium.ts";
import { benchExport } from "./export.ts";
import { benchImport } from "./import.ts";
import { machineSpeed } from "./machine.ts";
import { benchPage } from "./page.ts";
import { measureSearch } from "./search.ts";
import { benchServer } from "./server.ts";
import { benchExitCode, printHeading, printRow } from "./table.ts";
import { measureUndo } from "./undo.ts";

/** `npm run bench [-- server|database|page|export|import]`: prints a table of what was measured, each figure beside its bar, and writes nothing else. Exits 1 where a bar does not hold. */
const PARTS = {
  server: benchServer,
  database: benchDatabase,
  page: benchPage,
  export: benchExport,
  import: benchImport,
};

/** What many messages cost, on both databases. */
async function benchDatabase(): Promise<void> {
  for (const kind of ["postgres", "pglite"] as const) {
    for (const measure of [measureUndo, measureSearch]) (await measure(kind)).forEach(printRow);
  }
}

// Ends what was started when the bench is ended.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

const wanted = process.argv[2];
const parts = Object.entries(PARTS).filter(([name]) => wanted === undefined || wanted === name);
if (parts.length === 0) {
  console.error(`Usage: npm run bench [-- ${Object.keys(PARTS).join("|")}]`);
  process.exit(1);
}
const hasPage = parts.some(([name]) => ["page", "export", "import"].includes(name));
if (hasPage) await provideChromium();
const [load = 0] = loadavg();
const cores = availableParallelism();
if (load > cores / 2) {
  console.log(
    `Load ${load.toFixed(1)} on ${cores} cores before the start: other programs share what is measured.`,
  );
}
if (hasPage) {
  const speed = machineSpeed().toFixed(2);
  console.log(
    `Processor time of a page is given as on the machine of its bars. This one is ${speed} times as quick.`,
  );
}
printHeading();
for (const [, bench] of parts) await bench();
process.exit(benchExitCode());
