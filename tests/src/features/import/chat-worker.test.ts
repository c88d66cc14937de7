import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startChatWorker } from "#features/import/chat-worker.ts";
import type {
  Found,
  FoundRow,
  WorkerReply,
  WorkerRequest,
} from "#features/import/worker-messages.ts";

class FakeWorker extends EventTarget {
  static readonly started: FakeWorker[] = [];
  readonly requests: WorkerRequest[] = [];
  isTerminated = false;
  readonly address: string;

  constructor(address: string) {
    super();
    this.address = address;
    FakeWorker.started.push(this);
  }

  postMessage(request: WorkerRequest) {
    this.requests.push(request);
  }

  terminate() {
    this.isTerminated = true;
  }

  says(data: WorkerReply) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

beforeEach(() => vi.stubGlobal("Worker", FakeWorker));
afterEach(() => {
  vi.unstubAllGlobals();
  FakeWorker.started.length = 0;
});

function start() {
  const reads = startChatWorker();
  const worker = FakeWorker.started[0];
  if (worker === undefined) throw new Error("No worker was started.");
  return { reads, worker };
}

const FOUND: Found = { readBytes: 1, ofBytes: 2, rows: [], problems: [] };
const ALL = { attachments: {}, emptyChats: 0, moreProblems: 0 };

it("opening files reports what is found while they are read, and then all of it", async () => {
  const { reads, worker } = start();
  const found: Found[] = [];
  const opened = reads.open([], (some) => found.push(some));
  const row = { row: 0, key: "a" } as FoundRow;
  worker.says({ type: "found", found: FOUND });
  worker.says({ type: "found", found: { ...FOUND, rows: [row] } });
  worker.says({ type: "all", all: ALL });
  expect(await opened).toEqual(ALL);
  expect(found).toEqual([FOUND, { ...FOUND, rows: [row] }]);
});

it("a batch is read when it is asked for, and null is the last", async () => {
  const { reads, worker } = start();
  reads.read("an id", [{ row: 3 }]);
  expect(worker.requests).toEqual([{ type: "read", importId: "an id", chosen: [{ row: 3 }] }]);
  const batch = { body: new ArrayBuffer(2), chats: [] };
  const first = reads.nextBatch();
  expect(worker.requests).toHaveLength(2);
  worker.says({ type: "batch", batch });
  expect(await first).toBe(batch);
  const last = reads.nextBatch();
  worker.says({ type: "batch", batch: null });
  expect(await last).toBeNull();
});

it("a worker that fails, or cannot be fetched, rejects the call that waits and each later one", async () => {
  const { reads, worker } = start();
  const look = reads.nextLook();
  worker.dispatchEvent(new Event("error"));
  await expect(look).rejects.toThrow("did not start");
  await expect(reads.nextBatch()).rejects.toThrow("did not start");
});

it("a worker that is stopped ends at once, and calls that wait for it are rejected", async () => {
  const { reads, worker } = start();
  const opened = reads.open([], () => undefined);
  reads.stop();
  expect(worker.isTerminated).toBe(true);
  await expect(opened).rejects.toMatchObject({ name: "AbortError" });
});

it("with trusted types, one policy allows the worker's address and no other [import.worker]", async () => {
  const createPolicy = vi.fn<(name: string, rules: object) => object>((_, rules) => rules);
  vi.stubGlobal("trustedTypes", { createPolicy });
  vi.resetModules();
  const fresh = await import("#features/import/chat-worker.ts");
  fresh.startChatWorker();
  fresh.startChatWorker();
  expect(createPolicy).toHaveBeenCalledOnce();
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe("import-worker");
  const { createScriptURL } = rules as { createScriptURL: (address: string) => string };
  const address = FakeWorker.started[0]?.address ?? "";
  expect(address).toContain("import-worker");
  expect(createScriptURL(address)).toBe(address);
  for (const other of ["", `${address}?`, "https://example.com/import-worker.ts", "data:,"])
    expect(() => createScriptURL(other)).toThrow(TypeError);
});
