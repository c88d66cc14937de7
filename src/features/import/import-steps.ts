import { RequestError } from "#lib/functions-client.ts";
import { NOTICES, notify } from "#lib/notices.ts";
import { type Awaited, patientCaller, untilOnline } from "#lib/patience.ts";
import type { Progressing } from "#lib/progress-rules.ts";
import { askToLogIn, currentSession, verifySession } from "#lib/session.ts";
import { newId } from "#new-id";
import { type ChatWorker, startChatWorker } from "./chat-worker.ts";
import { type ListedRow, listedRows } from "./found-list-rules.ts";
import { postImport } from "./import-api.ts";
import {
  type ImportReport,
  importReport,
  type Outcomes,
  withBatch,
} from "./import-report-rules.ts";
import { lookAtAll, sendAll } from "./import-run.ts";
import { readAllAgain } from "./read-again.ts";
import { importToContinue } from "./undoable-imports.ts";
import { unfinishedImport } from "./unfinished-import.ts";
import type { AllFound, FileProblem, FoundRow } from "./worker-messages.ts";

/** What was found in the files. */
export type FoundInFiles = {
  readonly rows: readonly ListedRow[];
  readonly problems: readonly FileProblem[];
  readonly all: AllFound;
};

/** How far an import is, from the choice of files to the report. */
export type Stage =
  | { readonly at: "files"; readonly problem: string | null }
  | {
      readonly at: "reading";
      readonly readBytes: number;
      readonly ofBytes: number;
      readonly chats: number;
      readonly awaited: Awaited | null;
    }
  | { readonly at: "list"; readonly list: FoundInFiles }
  | {
      readonly at: "importing";
      readonly progress: Progressing;
      readonly awaited: Awaited | null;
      readonly isStopping: boolean;
    }
  | { readonly at: "done"; readonly importId: string; readonly report: ImportReport };

type StageAt<At extends Stage["at"]> = Extract<Stage, { at: At }>;

export const NO_FILES: Stage = { at: "files", problem: null };

/** Progress is shown at most this often. */
const SHOWN_EVERY_MS = 100;

const NOT_READ = "These files could not be read. Please choose them again.";
const READING_BROKE = "The files could not be read completely. Choose them again to continue.";
const CANCELLED = "You cancelled the import.";
const LOGGED_OUT =
  "You are no longer logged in. Log in and choose the same files again to continue.";

/**
 * The steps of one import of a person.
 * @param show Called with each stage.
 */
export function importSteps(userId: string, show: (stage: Stage) => void) {
  let worker: ChatWorker | null = null;
  let leaving = new AbortController();
  let cancelling = new AbortController();

  /** Ends what runs. What was stored until then stays. */
  const end = () => {
    leaving.abort();
    worker?.stop();
    worker = null;
  };

  /** Reads the files, and asks what is here of the chats in them. */
  const open = async (files: readonly File[]) => {
    if (files.length === 0) return;
    end();
    leaving = new AbortController();
    const { signal } = leaving;
    const rows = new Map<number, FoundRow>();
    const problems: FileProblem[] = [];
    const reading = shownStage<StageAt<"reading">>(
      { at: "reading", readBytes: 0, ofBytes: 1, chats: 0, awaited: null },
      (stage) => !signal.aborted && show(stage),
    );
    try {
      const reader = startChatWorker();
      worker = reader;
      const all = await reader.open(files, ({ readBytes, ofBytes, ...found }) => {
        for (const row of found.rows) rows.set(row.row, row);
        problems.push(...found.problems);
        reading.change({ readBytes, ofBytes, chats: rows.size });
      });
      reading.changeNow({ readBytes: 1, ofBytes: 1, chats: rows.size });
      const calls = patientCalls(signal, (awaited) => reading.changeNow({ awaited }));
      const seen = await lookAtAll(reader, (body) => calls(() => postImport(userId, body)));
      if (signal.aborted) return;
      show({ at: "list", list: { rows: listedRows(rows.values(), seen), problems, all } });
    } catch (error) {
      if (isSessionOver(error)) askToLogIn();
      if (signal.aborted) return;
      end();
      show({ at: "files", problem: endingOf(error, NOT_READ) });
    }
  };

  /** Imports the chosen chats of the list. */
  const start = async (list: FoundInFiles, chosen: ReadonlySet<number>) => {
    const reader = worker;
    if (reader === null) return;
    cancelling = new AbortController();
    const { signal } = leaving;
    const { signal: cancelled } = cancelling;
    const importId = importToContinue(userId) ?? newId();
    const rows = list.rows.filter(({ row }) => chosen.has(row));
    const total = rows.reduce((sum, { messages }) => sum + messages, 0);
    const startedAt = performance.now();
    let outcomes: Outcomes = new Map();
    let done = 0;
    let attempts = 0;
    const importing = shownStage<StageAt<"importing">>(
      {
        at: "importing",
        progress: { done, total, elapsedMs: 0 },
        awaited: null,
        isStopping: false,
      },
      (stage) => !signal.aborted && show(stage),
    );
    cancelled.addEventListener("abort", () => importing.changeNow({ isStopping: true }));
    // Also when the session ends in another tab, which closes this dialog.
    signal.addEventListener("abort", () => {
      if (currentSession().status === "signed-out") notify(NOTICES.importEnded);
    });
    const calls = patientCalls(AbortSignal.any([signal, cancelled]), (awaited) =>
      importing.changeNow({ awaited }),
    );
    let ended: string | null = null;
    let isComplete = false;
    try {
      isComplete = await sendAll({
        worker: reader,
        importId,
        chosen: rows.map(({ row, isDeleted }) => (isDeleted ? { row, again: true } : { row })),
        send: (body) => {
          // Before the response: where none comes, the batch may be stored all the same.
          unfinishedImport(userId).change(() => importId);
          attempts = 0;
          return calls(() => {
            attempts += 1;
            return postImport(userId, body);
          });
        },
        onBatch: (batch, results) => {
          outcomes = withBatch(outcomes, batch, results, attempts > 1);
          done += batch.chats.reduce((sum, { messages }) => sum + messages, 0);
          const elapsedMs = performance.now() - startedAt;
          importing.changeNow({ progress: { done, total, elapsedMs } });
        },
        isCancelled: () => cancelled.aborted || signal.aborted,
      });
      if (isComplete && done > 0) unfinishedImport(userId).forget();
    } catch (error) {
      ended = endingOf(error, READING_BROKE);
      if (isSessionOver(error)) askToLogIn();
    }
    readAllAgain(userId);
    if (signal.aborted) return;
    end();
    if (cancelled.aborted && !isComplete) ended = CANCELLED;
    show({ at: "done", importId, report: importReport({ ...list, chosen, outcomes, ended }) });
  };

  return {
    open,
    start,
    /** The report comes when the batch that is being sent has been stored. */
    cancel: () => cancelling.abort(),
    reset: () => {
      end();
      show(NO_FILES);
    },
    end,
  };
}

/** A stage that changes in its parts. */
function shownStage<Part extends Stage>(first: Part, show: (stage: Part) => void) {
  let stage = first;
  let shownAt = -Infinity;
  const changeNow = (change: Partial<Part>) => {
    stage = { ...stage, ...change };
    shownAt = performance.now();
    show(stage);
  };
  changeNow({});
  return {
    changeNow,
    /** Shows it where the last change is long enough ago. */
    change: (change: Partial<Part>) => {
      if (performance.now() - shownAt >= SHOWN_EVERY_MS) changeNow(change);
    },
  };
}

/** A caller that waits for the network and a busy server. */
export const patientCalls = (
  signal: AbortSignal,
  onWaiting: (awaited: Awaited | null) => void = () => undefined,
) => {
  let last: Awaited | null = null;
  return patientCaller(
    async (milliseconds) => {
      const { status } = currentSession();
      // A session that ended elsewhere is noticed here, and the next call fails for good.
      await verifySession();
      const isOver = status === "signed-in" && currentSession().status === "signed-out";
      if (isOver && !signal.aborted) askToLogIn();
      await untilOnline(milliseconds, signal);
    },
    (awaited) => {
      if (awaited !== last) onWaiting(awaited);
      last = awaited;
    },
  );
};

const isSessionOver = (error: unknown) =>
  error instanceof RequestError && error.code === "unauthenticated";

/** Why it ended, in words. `unread`: the words where the files are the reason. */
function endingOf(error: unknown, unread: string): string {
  if (!(error instanceof RequestError)) return unread;
  if (error.code === "unauthenticated") return LOGGED_OUT;
  return error.code === "membership_required" ? "Importing needs a membership." : error.message;
}
