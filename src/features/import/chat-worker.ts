// oxlint-disable-next-line import/default -- Vite makes it
import WORKER from "./import-worker.ts?worker&url";
import type {
  AllFound,
  ChosenRow,
  Found,
  ImportBody,
  LookBody,
  WorkerReply,
  WorkerRequest,
} from "./worker-messages.ts";

type AddressRules = { readonly createScriptURL: (address: string) => string };

/** TypeScript's DOM types lack this. */
type WithTypes = {
  trustedTypes?: { createPolicy: (name: string, rules: AddressRules) => AddressRules };
};

/** The content policy lets the page start this worker, and no other. */
const onlyOurs: AddressRules = {
  createScriptURL: (address) => {
    if (address !== WORKER) throw new TypeError("This is not the worker that reads chats.");
    return address;
  },
};
let policy: AddressRules | undefined;

/**
 * Reads chats from files in a worker, so that the files stay here and the page stays free. One call at a time: each
 * waits for the one before. A call rejects when the worker fails, or is stopped.
 */
export type ChatWorker = {
  /** Finds the chats, and hands them over as they are found. */
  readonly open: (files: readonly File[], onFound: (found: Found) => void) => Promise<AllFound>;
  /** What to ask the server about the rows, piece by piece, then null. */
  readonly nextLook: () => Promise<LookBody | null>;
  /** Begins to read the chosen rows. */
  readonly read: (importId: string, chosen: readonly ChosenRow[]) => void;
  /** What to send next of the chosen rows, then null. Nothing is read ahead of it. */
  readonly nextBatch: () => Promise<ImportBody | null>;
  readonly stop: () => void;
};

export function startChatWorker(): ChatWorker {
  policy ??= (globalThis as WithTypes).trustedTypes?.createPolicy("import-worker", onlyOurs);
  const address = (policy ?? onlyOurs).createScriptURL(WORKER);
  const worker = new Worker(address, { type: "module", name: "import" });
  let waiting: { onReply: (reply: WorkerReply) => void; reject: (reason: unknown) => void } | null =
    null;
  let failure: unknown = null;

  const fail = (reason: unknown) => {
    failure ??= reason;
    worker.terminate();
    waiting?.reject(failure);
    waiting = null;
  };
  worker.addEventListener("message", ({ data }: MessageEvent<WorkerReply>) => {
    waiting?.onReply(data);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    fail(new Error(event.message || "The worker that reads chats did not start."));
  });

  /** Resolves when `pick` has picked the answer out of a reply. */
  function call<Answer>(
    request: WorkerRequest,
    pick: (reply: WorkerReply) => { answer: Answer } | undefined,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (failure !== null) return reject(failure);
      const onReply = (reply: WorkerReply) => {
        const picked = pick(reply);
        if (picked === undefined) return;
        waiting = null;
        resolve(picked.answer);
      };
      waiting = { onReply, reject };
      worker.postMessage(request);
    });
  }

  return {
    open: (files, onFound) =>
      call({ type: "open", files }, (reply) => {
        if (reply.type === "found") onFound(reply.found);
        return reply.type === "all" ? { answer: reply.all } : undefined;
      }),
    nextLook: () =>
      call({ type: "look" }, (reply) =>
        reply.type === "look" ? { answer: reply.look } : undefined,
      ),
    read: (importId, chosen) =>
      worker.postMessage({ type: "read", importId, chosen } satisfies WorkerRequest),
    nextBatch: () =>
      call({ type: "next" }, (reply) =>
        reply.type === "batch" ? { answer: reply.batch } : undefined,
      ),
    stop: () => fail(new DOMException("Reading chats was stopped.", "AbortError")),
  };
}
