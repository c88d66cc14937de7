import { describe, expect, it, vi } from "vitest";
import { lookAtAll, sendAll, type Send } from "#features/import/import-run.ts";
import type { ImportBody } from "#features/import/worker-messages.ts";

const body = (name: string) => new TextEncoder().encode(name).buffer;
const nameOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);
const queueOf = <Item>(items: readonly Item[]) => {
  const left = [...items];
  return async () => left.shift() ?? null;
};
const batches = (...names: string[]) =>
  names.map((name, row): ImportBody => ({
    body: body(name),
    chats: [{ row, messages: 1, isWhole: true }],
  }));

/** Sends these batches, and returns what was sent and told, in its order. */
async function sent(
  names: readonly string[],
  {
    fails = () => false,
    cancelledAfter = Infinity,
  }: { fails?: (name: string) => boolean; cancelledAfter?: number } = {},
) {
  const log: string[] = [];
  const send: Send = async (bytes) => {
    log.push(`send ${nameOf(bytes)}`);
    if (fails(nameOf(bytes))) throw new Error("refused");
    return [];
  };
  const next = queueOf(batches(...names));
  const ending = sendAll({
    worker: { read: (_, chosen) => log.push(`read ${chosen.length}`), nextBatch: next },
    importId: "id",
    chosen: [{ row: 0 }, { row: 1, again: true }],
    send,
    onBatch: (batch) => log.push(`stored ${nameOf(batch.body)}`),
    isCancelled: () => log.filter((line) => line.startsWith("stored")).length >= cancelledAfter,
  });
  await ending.then(
    (isComplete) => log.push(isComplete ? "complete" : "cancelled"),
    (error: unknown) => log.push(String(error)),
  );
  return log;
}

describe("an import", () => {
  it("sends one batch after the other, each when the one before is stored [import.page-goes-on] [import.page-cancel]", async () => {
    const all = ["read 2", "send a", "stored a", "send b", "stored b", "complete"];
    expect(await sent(["a", "b"])).toEqual(all);
    // Cancelled when there was nothing left.
    expect(await sent(["a", "b"], { cancelledAfter: 2 })).toEqual(all);
  });

  it("ends with the batch during which it was cancelled, whole [import.page-cancel]", async () => {
    expect(await sent(["a", "b", "c"], { cancelledAfter: 1 })).toEqual([
      "read 2",
      "send a",
      "stored a",
      "cancelled",
    ]);
  });

  it("ends with what is refused for good, and keeps what was stored [import.page-goes-on]", async () => {
    const fails = (name: string) => name === "b";
    expect(await sent(["a", "b", "c"], { fails })).toEqual([
      "read 2",
      "send a",
      "stored a",
      "send b",
      "Error: refused",
    ]);
  });

  it("asks what is here of all chats, and adds up the parts of one asked for in several calls [import.page-list]", async () => {
    const send = vi.fn<Send>(async (bytes) => {
      const chat = { chatId: "c", added: 0 };
      return nameOf(bytes) === "first"
        ? [
            { ...chat, key: "a", here: 3 },
            { ...chat, key: "b", here: 5 },
          ]
        : [
            { ...chat, key: "b", here: 2 },
            { ...chat, key: "c", here: 0, problem: "You have deleted this chat here." },
          ];
    });
    const nextLook = queueOf([
      { body: body("first"), rows: [7, 8] },
      { body: body("second"), rows: [8, 9] },
    ]);
    const seen = await lookAtAll({ nextLook }, send);
    expect([...seen]).toEqual([
      [7, { here: 3, isDeleted: false }],
      [8, { here: 7, isDeleted: false }],
      [9, { here: 0, isDeleted: true }],
    ]);
  });
});
