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

/** How often the page is told what was found, in milliseconds, and how many rows at once. */
const TELL_EVERY = 100;
const TELL_ROWS = 200;
/** Of the problems beyond these only the number is told. */
const MOST_PROBLEMS = 500;

/** What is said of a file that has nothing else. */
const NOT_IMPORTED: Readonly<Record<Besides, string>> = {
  project: "It has no chats: projects are not imported.",
  "starter project": "It has no chats: projects are not imported.",
  profile: "It has no chats: your profile is not imported.",
  memory: "It has no chats: memories are not imported.",
  takeout: TAKEOUT,
};

/** The chats in files: what the worker does. No texts are kept: they are read again when they are imported. */
export function chatFiles(tell: (found: Found) => void) {
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
      const teller = tellerOf(files, tell);
      for (const problem of opened.problems) teller.addProblem(problem);
      const withoutChats = new Map(opened.withoutChats);
      let emptyChats = 0;
      let project = 0;
      for (const [number, file] of files.entries()) {
        let nth = 0;
        for await (const reading of readingsOf(file, (bytes) => teller.addBytes(bytes))) {
          if ("besides" in reading) {
            if (reading.besides === "project" && !file.isAlone) project += 1;
            const said = withoutChats.get(file.chosen);
            if (said?.problem === NO_CHATS)
              withoutChats.set(file.chosen, { ...said, problem: NOT_IMPORTED[reading.besides] });
            continue;
          }
          withoutChats.delete(file.chosen);
          if ("problem" in reading) teller.addProblem({ file: file.name, ...reading });
          else if (reading.chats.length === 0) emptyChats += 1;
          else {
            for (const chat of reading.chats) {
              const row = index.add(chat, { file: number, nth });
              nth += 1;
              if (row) teller.addRow(row);
              else emptyChats += 1;
            }
          }
        }
      }
      for (const problem of withoutChats.values()) teller.addProblem(problem);
      const attachments = project > 0 ? { ...opened.attachments, project } : opened.attachments;
      return { attachments, emptyChats, moreProblems: teller.end() };
    },
    nextLook: async (): Promise<LookBody | null> => (await looks.next()).value ?? null,
    read(importId: string, chosen: readonly ChosenRow[]): void {
      bodies = importBodies(importId, chosen, index, chatsOf);
    },
    nextBatch: async (): Promise<ImportBody | null> => (await bodies?.next())?.value ?? null,
  };
}

/** What is in a file, one by one. What ends it too early is the last. */
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

/** Tells what was found, some of it at a time. */
function tellerOf(files: readonly JsonFile[], tell: (found: Found) => void) {
  const ofBytes = files.reduce((sum, { size }) => sum + size, 0);
  let readBytes = 0;
  let rows = new Map<number, FoundRow>();
  let problems: FileProblem[] = [];
  let told = 0;
  let moreProblems = 0;
  let toldAt = performance.now();

  const tellNow = () => {
    tell({ readBytes, ofBytes, rows: [...rows.values()], problems });
    told += problems.length;
    rows = new Map();
    problems = [];
    toldAt = performance.now();
  };
  const tellSoon = () => {
    if (rows.size >= TELL_ROWS || performance.now() - toldAt >= TELL_EVERY) tellNow();
  };
  return {
    addBytes(bytes: number): void {
      readBytes += bytes;
      tellSoon();
    },
    addRow(row: FoundRow): void {
      rows.set(row.row, row);
      tellSoon();
    },
    addProblem({ file, title, problem }: FileProblem): void {
      if (told + problems.length >= MOST_PROBLEMS) moreProblems += 1;
      else problems.push({ file, title: oneLine(title ?? "") || null, problem });
    },
    /** Tells the rest. Returns how many problems were not told. */
    end(): number {
      tellNow();
      return moreProblems;
    },
  };
}
