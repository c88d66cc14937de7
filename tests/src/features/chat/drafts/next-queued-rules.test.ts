import { expect, it } from "vitest";
import {
  type Drafts,
  NO_DRAFTS,
  type OutboxEntry,
  parseDrafts,
  serializeDrafts,
} from "#features/chat/drafts/draft-rules.ts";
import { nextQueued, releaseQueued } from "#features/chat/drafts/next-queued-rules.ts";

const entry: OutboxEntry = {
  messageId: "m0",
  chatId: "c1",
  content: "Hello",
  model: null,
  startsChat: false,
};
const before: OutboxEntry = { ...entry, messageId: "m1", isQueued: true };
const after: OutboxEntry = { ...before, messageId: "m2", isQueued: "stop" };
const further: OutboxEntry = { ...after, messageId: "m3" };
const elsewhere: OutboxEntry = { ...after, messageId: "m4", chatId: "c2" };
const waiting: Drafts = { ...NO_DRAFTS, outbox: [entry, before, after, further, elsewhere] };

it("behind a whole reply the first message goes out, behind a stopped one the first that was sent after Stop [composer.queue-held]", () => {
  const { outbox } = waiting;
  expect(nextQueued(outbox, "c1", false)).toBe(before);
  expect(nextQueued(outbox, "c1", true)).toBe(after);
  expect(nextQueued([entry, before, elsewhere], "c1", true)).toBeUndefined();
});

it("a message behind one that goes out waits for that one's reply, whichever was stopped before [composer.queue-held]", () => {
  const { isQueued: _, ...sent } = after;
  const { outbox } = releaseQueued(waiting, "m2");
  const waits = { ...before, messageId: "m3" };
  expect(outbox).toStrictEqual([entry, before, sent, waits, elsewhere]);
  expect(nextQueued(outbox, "c1", true)).toBeUndefined();
});

it("a message that was sent after Stop still goes out by itself after a reload [composer.queue-held]", () => {
  const stored: unknown = JSON.parse(JSON.stringify(serializeDrafts(waiting)));
  expect(parseDrafts(stored)).toStrictEqual(waiting);
});
