import { counted } from "#lib/counted.ts";
import { isHere, type ListedRow, titleOfRow } from "./found-list-rules.ts";
import type { ImportResults } from "./import-api.ts";
import { leftOutWords } from "./left-out-rules.ts";
import type { AllFound, FileProblem, ImportBody } from "./worker-messages.ts";

/** What the server has returned for a chosen chat so far. */
export type RowOutcome = {
  /** How many of its messages are here by now. */
  readonly stored: number;
  /** How many were added according to the server, and how many may have been by a call whose response was lost. */
  readonly added: number;
  readonly maybeAdded: number;
  /** Whether all of it was sent. */
  readonly isWhole: boolean;
  readonly problems: readonly string[];
};
export type Outcomes = ReadonlyMap<number, RowOutcome>;

/**
 * What became of the chats after one more batch.
 * @param wasLost Whether it was sent before, and the response was lost.
 */
export function withBatch(
  outcomes: Outcomes,
  batch: ImportBody,
  results: ImportResults,
  wasLost: boolean,
): Outcomes {
  const next = new Map(outcomes);
  for (const [index, { row, isWhole }] of batch.chats.entries()) {
    const { added = 0, here = 0, problem } = results[index] ?? {};
    const before = next.get(row) ?? NOTHING;
    const { problems } = before;
    const isNew = problem !== undefined && !problems.includes(problem);
    next.set(row, {
      stored: before.stored + added + here,
      added: before.added + added,
      maybeAdded: before.maybeAdded + (wasLost ? here : 0),
      isWhole,
      problems: isNew ? [...problems, problem] : problems,
    });
  }
  return next;
}

/** A chat, or a file, that was not imported, or not wholly, and why. */
export type ReportLine = { readonly name: string; readonly why: string };

/** The report of an import. */
export type ImportReport = {
  /** The counts, in sentences. */
  readonly counts: readonly string[];
  /** Why it ended early; null where it did not. */
  readonly ended: string | null;
  readonly notImported: readonly ReportLine[];
  readonly notWhole: readonly ReportLine[];
  /** What could not be read. Other chats of a damaged file were imported. */
  readonly notRead: readonly ReportLine[];
};

/** What is known at the end of an import. */
type Ending = {
  readonly rows: readonly ListedRow[];
  readonly chosen: ReadonlySet<number>;
  readonly outcomes: Outcomes;
  readonly problems: readonly FileProblem[];
  readonly all: AllFound;
  readonly ended: string | null;
};

export function importReport({
  rows,
  chosen,
  outcomes,
  problems,
  all,
  ended,
}: Ending): ImportReport {
  const notImported: ReportLine[] = [];
  const notWhole: ReportLine[] = [];
  const notRead: ReportLine[] = [];
  let unreached = 0;
  let [chats, messages, grown, here] = [0, 0, 0, rows.filter(isHere).length];
  for (const row of rows) {
    if (!chosen.has(row.row)) continue;
    const { stored, isWhole, problems, ...outcome } = outcomes.get(row.row) ?? NOTHING;
    const unsaid = Math.max(0, stored - outcome.added - row.here);
    const added = outcome.added + Math.min(unsaid, outcome.maybeAdded);
    if (added > 0) {
      chats += 1;
      messages += added;
      if (added < stored) grown += 1;
    } else if (stored > 0) here += 1;
    const name = titleOfRow(row);
    if (stored === 0) {
      if (problems.length === 0) unreached += 1;
      else notImported.push({ name, why: problems.join(" ") });
      continue;
    }
    const parts = [...problems, ...leftOutIn(row), ...row.notes];
    if (!isWhole)
      parts.unshift(
        stored === 1 ? "Only the first message." : `Only the first ${counted(stored, "message")}.`,
      );
    if (parts.length > 0) notWhole.push({ name, why: parts.join(" ") });
  }
  for (const { file, title, problem } of problems) {
    notRead.push({ name: title ?? file, why: problem });
  }
  if (all.moreProblems > 0) {
    notRead.push({ name: "Others", why: `${all.moreProblems} more could not be read.` });
  }
  const beside = leftOutWords(all.attachments);
  const counts = [
    chats === 0
      ? "Nothing was imported."
      : `${counted(chats, "chat")} with ${counted(messages, "message")} ${chats === 1 ? "was" : "were"} imported.`,
    grown > 0 && `${grown.toLocaleString("en-US")} of them had been here and had grown.`,
    unreached > 0 &&
      `${counted(unreached, "chat")} ${unreached === 1 ? "was" : "were"} not imported: the import was stopped. Choose the same files again to go on.`,
    here > 0 && `${counted(here, "chat")} ${here === 1 ? "was" : "were"} here already.`,
    emptyChatsLine(all),
    beside !== "" && `Left out beside the chats: ${beside}.`,
  ].filter((count) => count !== false);
  return { counts, ended, notImported, notWhole, notRead };
}

const NOTHING: RowOutcome = {
  stored: 0,
  added: 0,
  maybeAdded: 0,
  isWhole: false,
  problems: [],
};

/** How many chats were found that hold nothing; false where there is none. */
export const emptyChatsLine = ({ emptyChats }: AllFound) =>
  emptyChats > 0 && `${counted(emptyChats, "chat")} had no message.`;

function leftOutIn({ leftOut }: ListedRow): readonly string[] {
  const words = leftOutWords(leftOut);
  return words === "" ? [] : [`Left out: ${words}.`];
}

/** The report as it is copied and saved. */
export function reportText(report: ImportReport): string {
  const { counts, ended, notImported, notWhole, notRead } = report;
  const section = (title: string, lines: readonly ReportLine[]) =>
    lines.length === 0 ? [] : ["", title, ...lines.map(({ name, why }) => `- ${name}: ${why}`)];
  return [
    "What was imported",
    "",
    ...counts,
    ...(ended === null ? [] : [ended]),
    ...section("Not imported", notImported),
    ...section("Partly imported", notWhole),
    ...section("Could not be read", notRead),
    "",
  ].join("\n");
}
