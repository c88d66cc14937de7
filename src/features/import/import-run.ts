import type { ChatWorker } from "./chat-worker.ts";
import type { Seen } from "./found-list-rules.ts";
import type { ImportResults } from "./import-api.ts";
import type { ChosenRow, ImportBody } from "./worker-messages.ts";

/** Posts a body until the server has answered. */
export type Send = (body: ArrayBuffer) => Promise<ImportResults>;

/** Asks the server what is here of all that the worker has found. */
export async function lookAtAll(
  worker: Pick<ChatWorker, "nextLook">,
  send: Send,
): Promise<ReadonlyMap<number, Seen>> {
  const seen = new Map<number, Seen>();
  for (let look = await worker.nextLook(); look !== null; look = await worker.nextLook()) {
    const results = await send(look.body);
    for (const [index, row] of look.rows.entries()) {
      const { here = 0, problem } = results[index] ?? {};
      // A long chat may be in several.
      const before = seen.get(row)?.here ?? 0;
      seen.set(row, { here: before + here, isDeleted: problem !== undefined });
    }
  }
  return seen;
}

/**
 * Sends the chosen chats, one batch after the other: the next one is read while one is stored. Ends when all are sent, or
 * after the batch during which it was cancelled.
 * @returns whether all were sent
 * @throws what `send` threw; what was stored until then stays
 */
export async function sendAll({
  worker,
  importId,
  chosen,
  send,
  onBatch,
  isCancelled,
}: {
  worker: Pick<ChatWorker, "read" | "nextBatch">;
  importId: string;
  chosen: readonly ChosenRow[];
  send: Send;
  onBatch: (batch: ImportBody, results: ImportResults) => void;
  isCancelled: () => boolean;
}): Promise<boolean> {
  worker.read(importId, chosen);
  let next = worker.nextBatch();
  let batch = await next;
  for (; batch !== null && !isCancelled(); batch = await next) {
    next = worker.nextBatch();
    // Where sending fails, nobody waits for it.
    next.catch(() => undefined);
    onBatch(batch, await send(batch.body));
  }
  return batch === null;
}
