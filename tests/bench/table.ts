import { median } from "./statistics.ts";

/** One row of the table. `holds` is absent where a figure has no bar. */
export type TableRow = { what: string; measured: string; bar?: string; holds?: boolean };

const WIDTHS = { what: 68, measured: 46, bar: 16 };

export function printHeading(): void {
  printRow({ what: "what (medians of one run)", measured: "measured", bar: "bar" });
}

let allHold = true;

/** 1 once a bar that does not hold was printed. Not `process.exitCode`: the embedded database sets that one too. */
export const benchExitCode = () => (allHold ? 0 : 1);

/** Printed as soon as it is measured. */
export function printRow({ what, measured, bar = "", holds }: TableRow): void {
  allHold &&= holds !== false;
  const verdict = holds === undefined ? "" : holds ? "holds" : "DOES NOT HOLD";
  console.log(
    [
      what.padEnd(WIDTHS.what),
      measured.padEnd(WIDTHS.measured),
      bar.padEnd(WIDTHS.bar),
      verdict,
    ].join("  "),
  );
}

/** A row for a value that may be `limit` at most. */
export function atMost(
  what: string,
  value: number,
  limit: number,
  unit: Unit,
  from = "",
): TableRow {
  return {
    what,
    measured: `${unit.show(value)}${from && ` (${from})`}`,
    bar: `at most ${unit.show(limit)}`,
    holds: value <= limit,
  };
}

/** A row for a value that has to be `limit` at least. */
export function atLeast(what: string, value: number, limit: number, unit: Unit): TableRow {
  const bar = `at least ${unit.show(limit)}`;
  return { what, measured: unit.show(value), bar, holds: value >= limit };
}

/** A row for the median of some values, which may be `limit` times that of others at most. */
export function timesOf(
  what: string,
  [values, others]: readonly [readonly number[], readonly number[]],
  limit: number,
  unit: Unit = MILLISECONDS,
): TableRow {
  const [mine, theirs] = [median(values), median(others)];
  return atMost(what, mine / theirs, limit, TIMES, `${unit.show(mine)} / ${unit.show(theirs)}`);
}

type Unit = { show: (value: number) => string };

export const TIMES: Unit = { show: (value) => `${value.toFixed(2)} times` };
export const MILLISECONDS: Unit = { show: (value) => `${value.toFixed(1)} ms` };
export const SECONDS: Unit = { show: (value) => `${value.toFixed(1)} s` };
export const PER_SECOND: Unit = { show: (value) => `${value.toFixed(0)} a second` };
export const MEGABYTES: Unit = { show: (value) => `${value.toFixed(0)} MB` };
export const PERCENT: Unit = { show: (value) => `${value.toFixed(1)} %` };
