import { Fragment } from "react";
import type { Message } from "#contract";
import { modelLabel } from "#features/chat/models/model-rules.ts";
import { type Differences, differences } from "#features/chat/text/compare-rules.ts";
import { factsOf, type TextFacts } from "#features/chat/text/text-facts-rules.ts";
import { isRunning, isStored, type KnownAnswer, writerOf } from "./answers-rules.ts";

// Not among a member's first scripts: fetched with the first several answers.

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

/** No more stand in the line. */
const SHARED_AT_MOST = 4;
const DIFFERING_AT_MOST = 3;

const COUNTS = ["", "", "Both", "All three", "All four"];

/** What several answers say alike, and where they differ. A press on a value leads to where it stands. */
export function AgreementLine({
  answers,
  differences: { shared, contested },
  isComplete,
  onLead,
}: {
  answers: readonly Message[];
  differences: Differences;
  /** Whether no further one is being written. */
  isComplete: boolean;
  /** `answer`: the first one that says it. */
  onLead: (slot: number, answer: Message | undefined) => void;
}) {
  const count = COUNTS[answers.length] ?? `All ${answers.length}`;
  const differ = contested.slice(0, DIFFERING_AT_MOST);
  return (
    <p
      role="note"
      aria-label="Agreement"
      className="rounded-md bg-surface-sunken px-3.5 py-2 text-sm wrap-anywhere"
    >
      {shared.length > 0 && (
        <>
          {isComplete ? count : `${count} so far`}:{" "}
          <b className="font-semibold">{shared.slice(0, SHARED_AT_MOST).join(", ")}</b>.{" "}
        </>
      )}
      {differ.length > 0 && "They differ: "}
      {differ.map(({ slot, values }, place) => (
        <Fragment key={slot}>
          {place > 0 && "; "}
          {values.map(({ written, texts }, index) => {
            const first = answers[texts[0] ?? 0];
            return (
              <Fragment key={written}>
                {index > 0 && ", "}
                <button
                  type="button"
                  className="underline decoration-primary decoration-2 underline-offset-4 hover:bg-primary-soft"
                  onClick={() => onLead(slot, first)}
                >
                  {written}
                </button>{" "}
                ({texts.length > 1 ? texts.length : modelLabel(first?.model ?? null)})
              </Fragment>
            );
          })}
        </Fragment>
      ))}
      {differ.length > 0 && "."}
    </p>
  );
}

/** How many values are named. */
const NAMED_AT_MOST = 3;

/**
 * A second opinion in one line: what it gives otherwise than the reply, else what both say. It claims no more than that:
 * figures are the same only where the reply has no others.
 */
export function inOneLine(second: KnownAnswer, reply: string): string {
  const model = writerOf(second) ?? "The other model";
  if (isRunning(second)) return `${model} is checking...`;
  if (!isStored(second)) return `${model} did not finish`;
  const { content } = second;
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
