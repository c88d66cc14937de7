import { expect, it } from "vitest";
import {
  contentAt,
  type Drafts,
  HOME,
  NO_DRAFTS,
  type OutboxEntry,
  startsChatAt,
  withContent,
  withBox,
} from "#features/chat/drafts/draft-rules.ts";
import { acknowledge } from "#features/chat/drafts/outbox-rules.ts";
import {
  afterFailedStop,
  chatsWaitingOffline,
  giveBack,
  holdBefore,
  nextQueued,
  queuedIn,
  releaseQueued,
  returnWaiting,
  sendAfterStop,
  takeBackHome,
  takeBackQueued,
  waitingStarts,
  withMark,
} from "#features/chat/drafts/queue-rules.ts";
import { anEntry, reloaded } from "../../../../support/drafts.ts";

const entry: OutboxEntry = { ...anEntry, messageId: "m0" };
const before: OutboxEntry = { ...entry, messageId: "m1", isQueued: true };
const after: OutboxEntry = { ...before, messageId: "m2", content: "After", isQueued: "stop" };
const further: OutboxEntry = { ...after, messageId: "m3", content: "Further" };
const elsewhere: OutboxEntry = { ...after, messageId: "m4", chatId: "c2" };
const held: OutboxEntry = { ...before, isQueued: "held" };
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
  const { isQueued: _, ...sent } = after;
  const { outbox } = releaseQueued(waiting, "m2");
  const waits: OutboxEntry = { ...further, isQueued: true };
  expect(outbox).toStrictEqual([entry, before, sent, waits, elsewhere]);
  expect(nextQueued([before, waits], true)).toBeUndefined();
  expect(releaseQueued(waiting, "m0")).toBe(waiting);
});

it("what was sent before a message that goes out does not follow it by itself [composer.queue-held]", () => {
  expect(holdBefore(waiting, further).outbox).toStrictEqual([
    entry,
    held,
    { ...after, isQueued: "held" },
    further,
    elsewhere,
  ]);
  expect(holdBefore(waiting, before)).toBe(waiting);
  expect(holdBefore(waiting, elsewhere)).toBe(waiting);
  expect(holdBefore(waiting, { ...entry, messageId: "gone" })).toBe(waiting);
});

it("of several messages that wait, 'Stop and send now' lets all go up to its own, in order, and holds none [composer.queue]", () => {
  const first = { ...before, messageId: "m5" };
  const second = { ...before, messageId: "m6" };
  const third = { ...before, messageId: "m7" };
  const stopped = sendAfterStop({ ...NO_DRAFTS, outbox: [held, first, second, third] }, second);
  const marks = ({ outbox }: Drafts) => outbox.map(({ isQueued }) => isQueued);
  expect(marks(stopped)).toStrictEqual(["held", "stop", "stop", true]);
  expect(nextQueued(stopped.outbox, true)?.messageId).toBe("m5");
  const sent = holdBefore(releaseQueued(stopped, "m5"), first);
  expect(marks(sent)).toStrictEqual(["held", undefined, true, true]);
  expect(nextQueued(queuedIn(sent.outbox, "c1"), false)?.messageId).toBe("m6");
});

it("after a Stop that failed, a message waits for the whole reply [composer.queue-held]", () => {
  const drafts = { ...NO_DRAFTS, outbox: [held, after, elsewhere] };
  const waits = { ...after, isQueued: true };
  expect(afterFailedStop(drafts, "c1").outbox).toStrictEqual([held, waits, elsewhere]);
  expect(withMark(drafts, [held], "stop").outbox[0]).toStrictEqual({ ...held, isQueued: "stop" });
});

it("what is held stays when the question before it goes back into the box [composer.queue-held]", () => {
  const drafts = { ...NO_DRAFTS, outbox: [held, after, further] };
  const back = returnWaiting(drafts, "c1");
  expect(back.outbox).toStrictEqual([held]);
  expect(contentAt(back, "c1")).toBe("After\n\nFurther");
});

it("after a reload, a message that was sent after Stop still goes out by itself, and one that is held does not [composer.queue-held]", () => {
  const drafts = { ...waiting, outbox: [held, ...waiting.outbox] };
  expect(reloaded(drafts)).toStrictEqual(drafts);
});

it("a message sent without a network need not wait for a whole reply, and those behind it wait for its own [composer.offline]", () => {
  const offline: OutboxEntry = { ...before, messageId: "m5", isQueued: "offline" };
  const behind: OutboxEntry = { ...offline, messageId: "m6" };
  expect(nextQueued([held, offline, behind], true)).toBe(offline);
  const { outbox } = releaseQueued({ ...NO_DRAFTS, outbox: [offline, behind] }, "m5");
  expect(outbox.map(({ isQueued }) => isQueued)).toStrictEqual([undefined, true]);
  const all = [held, offline, behind, { ...offline, chatId: "c2" }];
  expect(chatsWaitingOffline(all)).toStrictEqual(["c1", "c2"]);
  expect(chatsWaitingOffline(outbox)).toStrictEqual([]);
});

it("of the messages sent without a network in a chat that is not there yet, the one that goes out first starts it [composer.offline] [typing.new-chat-offline]", () => {
  const first: OutboxEntry = { ...before, isQueued: "offline" };
  const second: OutboxEntry = { ...first, messageId: "m2" };
  const drafts = withBox({ ...NO_DRAFTS, outbox: [first, second] }, "c1", { startsChat: true });
  const left = takeBackQueued(drafts, first);
  expect([contentAt(left, "c1"), startsChatAt(left, "c1")]).toStrictEqual([first.content, true]);
  expect(reloaded(left)).toStrictEqual(left);
  const released = releaseQueued(left, "m2");
  expect(released.outbox).toMatchObject([{ messageId: "m2", startsChat: true }]);
  expect(startsChatAt(released, "c1")).toBe(false);
  expect(releaseQueued(drafts, "m1").outbox).toMatchObject([
    { messageId: "m1", startsChat: true },
    { messageId: "m2", startsChat: false, isQueued: true },
  ]);
});

it("one message that failed to start its chat comes back into the home box, two are held there in order, and one that was changed stays [failed.two-from-home]", () => {
  const first: OutboxEntry = { ...entry, messageId: "m1", startsChat: true };
  const second: OutboxEntry = { ...first, messageId: "m2", chatId: "c2", content: "After" };
  const sent: Drafts = { ...NO_DRAFTS, outbox: [first, second] };
  const alone = giveBack(sent, HOME, second, true);
  expect([contentAt(alone, HOME), waitingStarts(alone)]).toStrictEqual(["After", []]);
  const both = giveBack(alone, HOME, first, true);
  expect(contentAt(both, HOME)).toBe("");
  expect(waitingStarts(both).map(({ messageId }) => messageId)).toStrictEqual(["m1", "m2"]);
  expect(releaseQueued(both, "m2").outbox).toContainEqual(second);
  const back = takeBackHome(both, second);
  expect([contentAt(back, HOME), waitingStarts(back).length]).toStrictEqual(["After", 1]);
  expect(waitingStarts(acknowledge(both, "m1")).map(({ messageId }) => messageId)).toStrictEqual([
    "m2",
  ]);
  const changed = giveBack(withContent(alone, HOME, "Before"), HOME, first, true);
  expect([contentAt(changed, HOME), waitingStarts(changed)]).toStrictEqual([
    first.content + "\n\nBefore",
    [],
  ]);
});
