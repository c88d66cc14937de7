import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { type ChatWorker, startChatWorker } from "#features/import/chat-worker.ts";
import { postImport } from "#features/import/import-api.ts";
import { importSteps, type Stage } from "#features/import/import-steps.ts";
import { unfinishedImport } from "#features/import/unfinished-import.ts";
import type { FoundRow, ImportBody } from "#features/import/worker-messages.ts";
import { RequestError } from "#lib/functions-client.ts";
import { currentSession, promptBy, startSession } from "#lib/session.ts";
import { sessionKey } from "#lib/supabase.ts";

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

/** The steps of a person who chooses a file with a chat. */
function stepsWith(worker: Partial<ChatWorker> = {}) {
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
    ...worker,
  });
  const opening = steps.open([new File([], "a.json")]);
  const importAll = async () => {
    await opening;
    const last = stages.at(-1);
    if (last?.at === "list") await steps.start(last.list, new Set([0]));
  };
  return { stages, steps, opening, importAll };
}

/** Stores a session that lasts so many seconds, or none. */
function store(seconds: number | null): void {
  const user = { id: "ann", email: "ann@example.com", created_at: "2026-11-21T08:00:00Z" };
  const tokens = { access_token: "a.b.c", refresh_token: "r", token_type: "bearer" };
  const expires_at = Math.round(Date.now() / 1000) + (seconds ?? 0);
  const session = { ...tokens, expires_in: 3600, expires_at, user };
  localStorage.setItem(sessionKey, JSON.stringify(seconds === null ? null : session));
  window.dispatchEvent(new StorageEvent("storage", { key: sessionKey }));
}

const asked = vi.fn<() => void>();

beforeEach(() => {
  asked.mockReset();
  vi.mocked(postImport).mockReset();
  store(3600);
  startSession(() => new Promise(() => undefined));
  onTestFinished(promptBy(asked));
});
afterEach(() => {
  store(null);
  vi.restoreAllMocks();
});

it("an import that is cancelled during its last batch is complete, and the next is one of its own [import.page-cancel] [import.page-undo]", async () => {
  const { stages, steps, importAll } = stepsWith();
  vi.mocked(postImport).mockImplementation(async () => {
    steps.cancel();
    return STORED;
  });
  await importAll();
  expect(stages.at(-1)).toMatchObject({
    at: "done",
    report: { counts: ["1 chat with 2 messages was imported."], ended: null },
  });
  expect(unfinishedImport("ann").get()).toBeNull();
});

it("nobody is asked to log in where another tab has logged out while files are read [import.page-goes-on]", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  const { steps, opening } = stepsWith({ open: () => promise, stop: () => reject(new Error()) });
  store(null);
  steps.end();
  await opening;
  expect(currentSession().status).toBe("signed-out");
  expect(asked).not.toHaveBeenCalled();
});

it("who is refused while an import waits is asked to log in, also when the dialog is gone [import.page-goes-on]", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ code: "refresh_token_not_found", message: "Invalid" }, { status: 400 }),
  );
  const { steps, importAll } = stepsWith();
  vi.mocked(postImport).mockImplementation(async () => {
    store(-10);
    throw new RequestError("", { status: 503, code: "unavailable", retryable: true });
  });
  const importing = importAll();
  await expect.poll(() => currentSession().status).toBe("signed-out");
  steps.end();
  await importing;
  expect(asked).toHaveBeenCalledOnce();
});
