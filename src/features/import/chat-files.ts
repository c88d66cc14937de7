import { oneLine } from "#text-rules";
import { type JsonFile, NO_CHATS, openFiles, TAKEOUT } from "./archive.ts";
import { chatIndex } from "./chat-index.ts";
import type { ChatReading } from "./found-chat.ts";
import { importBodies, lookBodies } from "./import-bodies.ts";
import { jsonElements } from "./json-elements.ts";
import { faultOf } from "./packed-data.ts";
import { readBesides, readElement, type Besides } from "./sources/read-chat.ts";
import type {
  AllFound,
  ChosenRow,
  FileProblem,
  Found,
  FoundRow,
  ImportBody,
  LookBody,
} from "./worker-messages.ts";

/** How often what was found is reported to the page, in milliseconds, and at most how many rows at once. */
const REPORT_EVERY_MS = 100;
const REPORT_ROWS = 200;
/** Problems beyond these are only counted. */
const MOST_PROBLEMS = 500;

/** The problem of a file that holds only this. */
const NOT_IMPORTED: Readonly<Record<Besides, string>> = {
  project: "It has no chats: projects are not imported.",
  "starter project": "It has no chats: projects are not imported.",
  profile: "It has no chats: your profile is not imported.",
  memory: "It has no chats: memories are not imported.",
  takeout: TAKEOUT,
};

/** Finds the chats in files, in the worker. Keeps no texts: they are read again for the import. */
export function chatFiles(onFound: (found: Found) => void) {
  const index = chatIndex();
  const looks = lookBodies(index);
  let files: readonly JsonFile[] = [];
  let bodies: AsyncGenerator<ImportBody> | null = null;

  async function* chatsOf(file: number) {
    for await (const reading of readingsOf(files[file])) {
      if ("chats" in reading) yield* reading.chats;
    }
  }

  return {
    async open(chosen: readonly File[]): Promise<AllFound> {
      const opened = await openFiles(chosen);
      ({ files } = opened);
      const reporter = reporterOf(files, onFound);
      for (const problem of opened.problems) reporter.addProblem(problem);
      const withoutChats = new Map(opened.withoutChats);
      let emptyChats = 0;
      let project = 0;
      for (const [number, file] of files.entries()) {
        let nth = 0;
        for await (const reading of readingsOf(file, (bytes) => reporter.addBytes(bytes))) {
          if ("besides" in reading) {
            if (reading.besides === "project" && !file.isAlone) project += 1;
            const missing = withoutChats.get(file.chosen);
            if (missing?.problem === NO_CHATS)
              withoutChats.set(file.chosen, { ...missing, problem: NOT_IMPORTED[reading.besides] });
            continue;
          }
          withoutChats.delete(file.chosen);
          if ("problem" in reading) reporter.addProblem({ file: file.name, ...reading });
          else if (reading.chats.length === 0) emptyChats += 1;
          else {
            for (const chat of reading.chats) {
              const row = index.add(chat, { file: number, nth });
              nth += 1;
              if (row) reporter.addRow(row);
              else emptyChats += 1;
            }
          }
        }
      }
      for (const problem of withoutChats.values()) reporter.addProblem(problem);
      const attachments = project > 0 ? { ...opened.attachments, project } : opened.attachments;
      return { attachments, emptyChats, moreProblems: reporter.end() };
    },
    nextLook: async (): Promise<LookBody | null> => (await looks.next()).value ?? null,
    read(importId: string, chosen: readonly ChosenRow[]): void {
      bodies = importBodies(importId, chosen, index, chatsOf);
    },
    nextBatch: async (): Promise<ImportBody | null> => (await bodies?.next())?.value ?? null,
  };
}

/** The elements of a file, one at a time. An error that ends the reading comes last. */
async function* readingsOf(
  file: JsonFile | undefined,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<ChatReading | { readonly besides: Besides }> {
  if (file === undefined) return;
  try {
    for await (const element of jsonElements(await file.bytes(onRead))) {
      if ("note" in element) yield { problem: element.note, title: null };
      else if ("problem" in element) yield element;
      else {
        const reading = readElement(element.value);
        const besides = reading === null ? readBesides(element.value) : null;
        if (reading !== null) yield reading;
        else if (besides !== null) yield { besides };
      }
    }
  } catch (error) {
    yield { problem: faultOf(error), title: null };
  }
}

/** Collects what was found, and reports it now and then. */
function reporterOf(files: readonly JsonFile[], onFound: (found: Found) => void) {
  const ofBytes = files.reduce((sum, { size }) => sum + size, 0);
  let readBytes = 0;
  let rows = new Map<number, FoundRow>();
  let problems: FileProblem[] = [];
  let reported = 0;
  let moreProblems = 0;
  let reportedAt = performance.now();

  const reportNow = () => {
    onFound({ readBytes, ofBytes, rows: [...rows.values()], problems });
    reported += problems.length;
    rows = new Map();
    problems = [];
    reportedAt = performance.now();
  };
  const reportSoon = () => {
    if (rows.size >= REPORT_ROWS || performance.now() - reportedAt >= REPORT_EVERY_MS) reportNow();
  };
  return {
    addBytes(bytes: number): void {
      readBytes += bytes;
      reportSoon();
    },
    addRow(row: FoundRow): void {
      rows.set(row.row, row);
      reportSoon();
    },
    addProblem({ file, title, problem }: FileProblem): void {
      if (reported + problems.length >= MOST_PROBLEMS) moreProblems += 1;
      else problems.push({ file, title: oneLine(title ?? "") || null, problem });
    },
    /** Reports the rest. Returns how many problems were only counted. */
    end(): number {
      reportNow();
      return moreProblems;
    },
  };
}
