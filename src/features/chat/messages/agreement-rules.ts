import type { Differences } from "#features/chat/text/compare-rules.ts";

/** One of the values that stand at one place, and who says it: how many, or who does alone. */
type SaidValue = { readonly written: string; readonly by: string; readonly first: number };

/** What several answers agree on, and where they differ. */
export type Agreement = {
  readonly who: string;
  readonly shared: readonly string[];
  readonly differ: readonly { readonly slot: number; readonly values: readonly SaidValue[] }[];
};

/** No more stand in the line. */
const SHARED_AT_MOST = 4;
const DIFFERING_AT_MOST = 3;

const COUNTS = ["", "", "Both", "All three", "All four"];

/**
 * The line above several answers; null where nothing in them can be compared.
 * @param names Who wrote each of them.
 * @param isComplete Whether no further one is being written.
 */
export function agreementOf(
  { shared, contested }: Differences,
  names: readonly string[],
  isComplete: boolean,
): Agreement | null {
  if (shared.length + contested.length === 0) return null;
  const count = COUNTS[names.length] ?? `All ${names.length}`;
  const differ = contested.slice(0, DIFFERING_AT_MOST).map(({ slot, values }) => ({
    slot,
    values: values.map(({ written, texts }) => {
      const first = texts[0] ?? 0;
      return { written, first, by: texts.length > 1 ? `${texts.length}` : (names[first] ?? "") };
    }),
  }));
  const who = isComplete ? count : `${count} so far`;
  return { who, shared: shared.slice(0, SHARED_AT_MOST), differ };
}
