import { modelLabel } from "#features/chat/models/model-rules.ts";
import { differences } from "#features/chat/text/compare-rules.ts";
import { isRunning, isStored, type KnownAnswer } from "./answers-rules.ts";

/** What another model was asked about a reply. `content`: its answer; null until that is there. */
export type SecondOpinion = {
  readonly model: string;
  readonly state: "stored" | "unfinished" | "running";
  readonly content: string | null;
};

/** How many values are named. */
const NAMED_AT_MOST = 3;

export function secondOf(answer: KnownAnswer): SecondOpinion {
  const wrote = isStored(answer) ? answer.model : (answer.writer ?? answer.model);
  const model = modelLabel(wrote) ?? "The other model";
  if (isStored(answer)) return { model, state: "stored", content: answer.content };
  return { model, state: isRunning(answer) ? "running" : "unfinished", content: null };
}

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
