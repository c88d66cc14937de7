import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startChatWorker } from "#features/import/chat-worker.ts";
import { postImport } from "#features/import/import-api.ts";
import { type FoundInFiles, importSteps, type Stage } from "#features/import/import-steps.ts";
import { unfinishedImport } from "#features/import/unfinished-import.ts";
import type { FoundRow, ImportBody } from "#features/import/worker-messages.ts";

vi.mock(import("#features/import/chat-worker.ts"), { spy: true });
vi.mock(import("#features/import/import-api.ts"), { spy: true });

const FOUND: FoundRow = {
  row: 0,
  source: "chatgpt",
  key: "rome",
  title: "Where is Rome?",
  createdAt: null,
  messages: 2,
  leftOut: {},
  isBranch: false,
  cut: 0,
  notes: [],
};
const BATCH: ImportBody = {
  body: new ArrayBuffer(1),
  chats: [{ row: 0, messages: 2, isWhole: true }],
};
const STORED = [{ key: "rome", chatId: "a", added: 2, here: 0 }];

/** The steps of a person who has chosen a file with a chat, and its list. */
async function listed() {
  const stages: Stage[] = [];
  const steps = importSteps("ann", (stage) => stages.push(stage));
  const batches = [BATCH];
  vi.mocked(startChatWorker).mockReturnValue({
    open: async (_, onFound) => {
      onFound({ readBytes: 1, ofBytes: 1, rows: [FOUND], problems: [] });
      return { attachments: {}, emptyChats: 0, moreProblems: 0 };
    },
    nextLook: async () => null,
    read: () => undefined,
    nextBatch: async () => batches.shift() ?? null,
    stop: () => undefined,
  });
  await steps.open([new File([], "a.json")]);
  const last = stages.at(-1);
  const list = last?.at === "list" ? last.list : ({} as FoundInFiles);
  return { stages, steps, list };
}

beforeEach(() => vi.mocked(postImport).mockReset());
afterEach(() => vi.restoreAllMocks());

it("an import that is cancelled during its last batch is complete, and the next is one of its own [import.page-cancel] [import.page-undo]", async () => {
  const { stages, steps, list } = await listed();
  vi.mocked(postImport).mockImplementation(async () => {
    steps.cancel();
    return STORED;
  });
  await steps.start(list, new Set([0]));
  expect(stages.at(-1)).toMatchObject({
    at: "done",
    report: { counts: ["1 chat with 2 messages was imported."], ended: null },
  });
  expect(unfinishedImport("ann").get()).toBeNull();
});
