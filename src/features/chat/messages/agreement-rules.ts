import type { Message } from "#contract";
import { type Differences, differences } from "#features/chat/text/compare-rules.ts";
import { factsOf, type TextFacts } from "#features/chat/text/text-facts-rules.ts";
import type { SecondOpinion } from "./answers-rules.ts";

let last: { order: string; facts: ReadonlyMap<string, TextFacts>; found: Differences } | undefined;

/** Where answers differ, in their order. What was found last is kept: stored answers do not change. */
export function compareAnswers(answers: readonly Message[]): Differences {
  const order = answers.map(({ id }) => id).join();
  if (last?.order === order) return last.found;
  const facts = new Map(
    answers.map(({ id, content }) => [id, last?.facts.get(id) ?? factsOf(content)] as const),
  );
  const texts = answers.map(({ content }) => content);
  last = { order, facts, found: differences(texts, [...facts.values()]) };
  return last.found;
}

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
  answers: readonly Message[],
  names: readonly string[],
  isComplete: boolean,
): Agreement | null {
  const { shared, contested } = compareAnswers(answers);
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

/** How many values are named. */
const NAMED_AT_MOST = 3;

/**
 * A second opinion in one line: what it gives otherwise than the reply, else what both say. It claims no more than that:
 * figures are the same only where the reply has no others.
 */
export function inOneLine({ model, state, content }: SecondOpinion, reply: string): string {
  if (content === null) {
    return state === "running" ? `${model} is checking...` : `${model} did not finish`;
  }
  const { contested, shared, marks } = differences([reply, content]);
  const other = contested.flatMap(({ values }) => values.filter(({ texts }) => texts.includes(1)));
  if (other.length > 0) return `${model} says ${listed(other.map(({ written }) => written))}`;
  if (shared.length === 0) return `${model} has replied: nothing to compare`;
  const hasOwnFigures = (marks[0] ?? []).some(({ start, end }) =>
    hasFigure(reply.slice(start, end)),
  );
  if (shared.some(hasFigure) && !hasOwnFigures) return `${model}: same figures`;
  return `${model} also says ${listed(shared)}`;
}

const hasFigure = (written: string) => /\p{N}/u.test(written);

const listed = (values: readonly string[]) => values.slice(0, NAMED_AT_MOST).join(", ");
