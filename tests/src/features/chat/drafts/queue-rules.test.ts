import { expect, it } from "vitest";
import {
  contentAt,
  type Drafts,
  HOME,
  NO_DRAFTS,
  type OutboxEntry,
  startsChatAt,
  type WaitsFor,
  withContent,
  withBox,
} from "#features/chat/drafts/draft-rules.ts";
import { acknowledge } from "#features/chat/drafts/outbox-rules.ts";
import {
  chatsWaitingOffline,
  returnSent,
  nextQueued,
  nextWait,
  type QueueEvent,
  queuedIn,
  releaseQueued,
  returnWaiting,
  takeBackHome,
  takeBackQueued,
  tellQueue,
  waitingStarts,
} from "#features/chat/drafts/queue-rules.ts";
import { anEntry, reloaded } from "../../../../support/drafts.ts";

const entry: OutboxEntry = { ...anEntry, messageId: "m0" };
const before: OutboxEntry = { ...entry, messageId: "m1", waitsFor: "reply" };
const after: OutboxEntry = { ...before, messageId: "m2", content: "After", waitsFor: "ending" };
const further: OutboxEntry = { ...after, messageId: "m3", content: "Further" };
const elsewhere: OutboxEntry = { ...after, messageId: "m4", chatId: "c2" };
const held: OutboxEntry = { ...before, waitsFor: "person" };
const waiting: Drafts = { ...NO_DRAFTS, outbox: [entry, before, after, further, elsewhere] };

it("behind a whole reply the first message goes out, behind a stopped one the first that was sent after Stop [composer.queue-held]", () => {
  const queued = [before, after, further];
  expect(nextQueued(queued, false)).toBe(before);
  expect(nextQueued(queued, true)).toBe(after);
  expect(nextQueued([before], true)).toBeUndefined();
  expect(nextQueued([held], false)).toBeUndefined();
  expect(nextQueued([held], true)).toBeUndefined();
  expect(nextQueued([held, before], false)).toBe(before);
});

it("a message behind one that goes out waits for that one's reply, whichever was stopped before [composer.queue-held]", () => {
  const sent = { ...after, waitsFor: null, hasWaited: true };
  const { outbox } = releaseQueued(waiting, "m2");
  const waits: OutboxEntry = { ...further, waitsFor: "reply" };
  expect(outbox).toStrictEqual([entry, held, sent, waits, elsewhere]);
  expect(nextQueued([before, waits], true)).toBeUndefined();
  expect(releaseQueued(waiting, "m0")).toBe(waiting);
});

it("what was sent before a message that goes out does not follow it by itself [composer.queue-held]", () => {
  const sent = { ...further, waitsFor: null };
  const drafts = { ...waiting, outbox: [entry, before, after, sent, elsewhere] };
  const { outbox } = tellQueue(drafts, "c1", { type: "sent", entry: sent });
  expect(outbox).toStrictEqual([entry, held, { ...after, waitsFor: "person" }, sent, elsewhere]);
  expect(tellQueue(waiting, "c3", { type: "sent", entry: sent })).toBe(waiting);
});

it("of several messages that wait, 'Stop and send now' lets all go up to its own, in order, and holds none [composer.queue]", () => {
  const first = { ...before, messageId: "m5" };
  const second = { ...before, messageId: "m6" };
  const third = { ...before, messageId: "m7" };
  const stopped = tellQueue({ ...NO_DRAFTS, outbox: [held, first, second, third] }, "c1", {
    type: "stopRequested",
    last: second,
  });
  const marks = ({ outbox }: Drafts) => outbox.map(({ waitsFor }) => waitsFor);
  expect(marks(stopped)).toStrictEqual(["person", "ending", "ending", "reply"]);
  expect(nextQueued(stopped.outbox, true)?.messageId).toBe("m5");
  const sent = tellQueue(releaseQueued(stopped, "m5"), "c1", { type: "sent", entry: first });
  expect(marks(sent)).toStrictEqual(["person", null, "reply", "reply"]);
  expect(nextQueued(queuedIn(sent.outbox, "c1"), false)?.messageId).toBe("m6");
});

it.each<[was: WaitsFor, event: QueueEvent["type"], "before" | "same" | "behind", next: WaitsFor]>([
  ["reply", "sent", "before", "person"],
  ["ending", "sent", "before", "person"],
  ["network", "sent", "before", "person"],
  ["person", "sent", "before", "person"],
  ["reply", "sent", "behind", "reply"],
  ["ending", "sent", "behind", "reply"],
  ["network", "sent", "behind", "reply"],
  ["person", "sent", "behind", "person"],
  ["reply", "stopRequested", "before", "ending"],
  ["reply", "stopRequested", "same", "ending"],
  ["reply", "stopRequested", "behind", "reply"],
  ["network", "stopRequested", "before", "ending"],
  ["person", "stopRequested", "same", "person"],
  ["reply", "stopFailed", "same", "reply"],
  ["ending", "stopFailed", "same", "reply"],
  ["network", "stopFailed", "same", "network"],
  ["person", "stopFailed", "same", "person"],
  ["reply", "postponed", "same", "network"],
  ["person", "postponed", "same", "network"],
  ["reply", "postponed", "behind", "reply"],
])(
  "one that waits for %s waits, on %s of one it stands %s, for %s [composer.queue]",
  (was, type, place, next) => {
    const other = { ...before, messageId: "other", order: 5 };
    const order = { before: 4, same: 5, behind: 6 }[place];
    const messageId = place === "same" ? "other" : "m1";
    const event = { type, entry: other, last: other, waitsFor: "network" } as QueueEvent;
    expect(nextWait({ ...before, messageId, order, waitsFor: was }, event)).toBe(next);
  },
);

it("after a Stop that failed, a message waits for the whole reply [composer.queue-held]", () => {
  const drafts = { ...NO_DRAFTS, outbox: [held, after, elsewhere] };
  const waits = { ...after, waitsFor: "reply" };
  expect(tellQueue(drafts, "c1", { type: "stopFailed" }).outbox).toStrictEqual([
    held,
    waits,
    elsewhere,
  ]);
  expect(
    tellQueue(drafts, "c1", { type: "postponed", entry: held, waitsFor: "ending" }).outbox[0],
  ).toStrictEqual({
    ...held,
    waitsFor: "ending",
  });
});

it("what is held stays when the question before it goes back into the box [composer.queue-held]", () => {
  const drafts = { ...NO_DRAFTS, outbox: [held, after, further] };
  const back = returnWaiting(drafts, "c1");
  expect(back.outbox).toStrictEqual([held]);
  expect(contentAt(back, "c1")).toBe("After\n\nFurther");
});

it("after a reload, a message that was sent after Stop still goes out by itself, and one that is held does not [composer.queue-held]", () => {
  const drafts = { ...waiting, outbox: [...waiting.outbox, { ...held, messageId: "m5" }] };
  expect(reloaded(drafts)).toStrictEqual(drafts);
});

it("three that wait go once each and in order, and a held one before them does not, through a lost network, a Stop and reloads [composer.queue] [composer.offline] [composer.queue-held]", () => {
  // Their ids are in another order: the device's clock was set back.
  const waits = { ...held, messageId: "held", order: 1 };
  const first: OutboxEntry = { ...before, messageId: "m9", order: 2 };
  const second: OutboxEntry = { ...before, messageId: "m5", order: 3 };
  const third: OutboxEntry = { ...before, messageId: "m1", order: 4, waitsFor: "network" };
  let drafts: Drafts = { ...NO_DRAFTS, outbox: [waits, first, second, third] };
  const nextIn = (isStopped: boolean) =>
    nextQueued(queuedIn(drafts.outbox, "c1"), isStopped)?.messageId;
  const outbox = () => drafts.outbox.map((one) => `${one.messageId}: ${one.waitsFor ?? "sent"}`);
  // The reply is whole, and the network is gone.
  drafts = reloaded(
    tellQueue(drafts, "c1", { type: "postponed", entry: first, waitsFor: "network" }),
  );
  expect(outbox()).toStrictEqual(["held: person", "m9: network", "m5: reply", "m1: network"]);
  expect([chatsWaitingOffline(drafts.outbox), nextIn(true)]).toStrictEqual([["c1"], "m9"]);
  // The network is back.
  drafts = acknowledge(reloaded(releaseQueued(drafts, "m9")), "m9");
  expect(outbox()).toStrictEqual(["held: person", "m5: reply", "m1: reply"]);
  expect([chatsWaitingOffline(drafts.outbox), nextIn(true)]).toStrictEqual([[], undefined]);
  // Its reply is stopped to send the next one.
  drafts = reloaded(tellQueue(drafts, "c1", { type: "stopRequested", last: second }));
  expect(outbox()).toStrictEqual(["held: person", "m5: ending", "m1: reply"]);
  expect(nextIn(true)).toBe("m5");
  drafts = reloaded(releaseQueued(drafts, "m5"));
  expect(outbox()).toStrictEqual(["held: person", "m5: sent", "m1: reply"]);
  expect(nextIn(true)).toBeUndefined();
  expect(releaseQueued(drafts, "m5")).toBe(drafts);
  // Its page was closed before the server had it: the next page sends it.
  expect(drafts.outbox[1]).toMatchObject({ messageId: "m5", hasWaited: true });
  // That one's reply is whole.
  drafts = acknowledge(drafts, "m5");
  expect(nextIn(false)).toBe("m1");
  drafts = reloaded(releaseQueued(drafts, "m1"));
  expect(outbox()).toStrictEqual(["held: person", "m1: sent"]);
  expect([nextIn(false), nextIn(true)]).toStrictEqual([undefined, undefined]);
});

it("a message sent without a network need not wait for a whole reply, and those behind it wait for its own [composer.offline]", () => {
  const offline: OutboxEntry = { ...before, messageId: "m5", waitsFor: "network" };
  const behind: OutboxEntry = { ...offline, messageId: "m6" };
  expect(nextQueued([held, offline, behind], true)).toBe(offline);
  const { outbox } = releaseQueued({ ...NO_DRAFTS, outbox: [offline, behind] }, "m5");
  expect(outbox.map(({ waitsFor }) => waitsFor)).toStrictEqual([null, "reply"]);
  const all = [held, offline, behind, { ...offline, chatId: "c2" }];
  expect(chatsWaitingOffline(all)).toStrictEqual(["c1", "c2"]);
  expect(chatsWaitingOffline(outbox)).toStrictEqual([]);
});

it("of the messages sent without a network in a chat that is not there yet, the one that goes out first starts it [composer.offline] [typing.new-chat-offline]", () => {
  const first: OutboxEntry = { ...before, waitsFor: "network" };
  const second: OutboxEntry = { ...first, messageId: "m2" };
  const drafts = withBox({ ...NO_DRAFTS, outbox: [first, second] }, "c1", { startsChat: true });
  const remaining = takeBackQueued(drafts, first);
  expect([contentAt(remaining, "c1"), startsChatAt(remaining, "c1")]).toStrictEqual([
    first.content,
    true,
  ]);
  expect(reloaded(remaining)).toStrictEqual(remaining);
  const released = releaseQueued(remaining, "m2");
  expect(released.outbox).toMatchObject([{ messageId: "m2", startsChat: true }]);
  expect(startsChatAt(released, "c1")).toBe(false);
  expect(releaseQueued(drafts, "m1").outbox).toMatchObject([
    { messageId: "m1", startsChat: true },
    { messageId: "m2", startsChat: false, waitsFor: "reply" },
  ]);
});

it("a message that could not start its chat returns to the home box; two are held in order, unless one was changed [failed.two-from-home]", () => {
  const first: OutboxEntry = { ...entry, messageId: "m1", startsChat: true };
  const second: OutboxEntry = { ...first, messageId: "m2", chatId: "c2", content: "After" };
  const sent: Drafts = { ...NO_DRAFTS, outbox: [first, second] };
  const alone = returnSent(sent, HOME, second, true);
  expect([contentAt(alone, HOME), waitingStarts(alone)]).toStrictEqual(["After", []]);
  const both = returnSent(alone, HOME, first, true);
  expect(contentAt(both, HOME)).toBe("");
  expect(waitingStarts(both).map(({ messageId }) => messageId)).toStrictEqual(["m1", "m2"]);
  expect(releaseQueued(both, "m2").outbox).toContainEqual({ ...second, hasWaited: true });
  const back = takeBackHome(both, second);
  expect([contentAt(back, HOME), waitingStarts(back).length]).toStrictEqual(["After", 1]);
  expect(waitingStarts(acknowledge(both, "m1")).map(({ messageId }) => messageId)).toStrictEqual([
    "m2",
  ]);
  const changed = returnSent(withContent(alone, HOME, "Before"), HOME, first, true);
  expect([contentAt(changed, HOME), waitingStarts(changed)]).toStrictEqual([
    first.content + "\n\nBefore",
    [],
  ]);
});
