import { expect, it } from "vitest";
import { queueState } from "#features/chat/conversation/queue-state-rules.ts";
import { type Turn, turnOfEntry, turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { conversationOf } from "../../../../support/answers.ts";
import { failedAs, nextEntry as entry, question, reply } from "../../../../support/turns.ts";

const known = (...stopping: string[]) => ({
  stopping: new Set(stopping),
  isUnread: false,
  isReading: false,
});

it("lets a message wait for what runs or is due before it, and holds it after an unfinished reply [composer.queue] [composer.queue-held]", () => {
  const waits = { ...entry, messageId: "q3", waitsFor: "reply" } as const;
  const afterStop = { ...waits, messageId: "q4", waitsFor: "ending" } as const;
  const held = { ...waits, messageId: "q5", waitsFor: "person" } as const;
  const sent = turnOfEntry(entry);
  const withTurns = (turns: Turn[], ...stopping: string[]) =>
    conversationOf([question, reply], turns, true, [], undefined, known(...stopping));
  const [whole, running, ending] = [withTurns([]), withTurns([sent]), withTurns([sent], "r2")];
  const partly = withTurns([sent, { ...sent, answerId: "r3" }], "r2");
  const broken = withTurns([failedAs(sent)]);
  const ended = conversationOf([question, { ...reply, stopped_at: "2026" }], [], true, []);
  const all = [waits, afterStop, held];
  const stateOf = (shown: typeof whole) => {
    const { isDue, isHeld, waitsFor } = queueState(shown, all, true);
    return { isDue, waitsFor, held: all.filter(isHeld).map(({ messageId }) => messageId) };
  };
  expect([whole, running, ending, partly, ended, broken].map(stateOf)).toStrictEqual([
    { isDue: true, waitsFor: "ending", held: ["q5"] },
    { isDue: false, waitsFor: "reply", held: ["q5"] },
    { isDue: false, waitsFor: "ending", held: ["q3", "q5"] },
    { isDue: false, waitsFor: "reply", held: ["q5"] },
    { isDue: true, waitsFor: "ending", held: ["q3", "q5"] },
    { isDue: false, waitsFor: null, held: ["q3", "q4", "q5"] },
  ]);
  // What is behind one that goes after Stop waits for that one's reply.
  const behind = [afterStop, { ...waits, messageId: "q6" }];
  const heldIn = (shown: typeof whole) => behind.filter(queueState(shown, behind, true).isHeld);
  expect([ending, ended, broken].map(heldIn)).toStrictEqual([[], [], behind]);
  expect(queueState(ended, behind, true).toHold).toStrictEqual([]);
  // Beside a whole reply one that is being stopped holds nothing.
  const both = [
    { answerId: "r1", model: "grok" },
    { answerId: "r9", model: "claude-4" },
  ] as const;
  const last = turnOfQuestion(question, { ...both[1], answerId: "r9" });
  const asked = { ...question, asked_together: [...both] };
  const sideBySide = (...replies: (typeof reply)[]) =>
    stateOf(conversationOf([asked, ...replies], [last], true, [], undefined, known("r9"))).held;
  expect([sideBySide(), sideBySide(reply)]).toStrictEqual([["q3", "q5"], ["q5"]]);
  // In the middle of a long chat, whose end is not loaded, what runs there is waited for too.
  const middle = conversationOf([question, reply], [sent], false, []);
  expect(stateOf(middle)).toStrictEqual({ isDue: false, waitsFor: "reply", held: ["q5"] });
  expect(queueState(whole, [held], true)).toMatchObject({ isDue: false, waitsFor: null });
  expect(queueState(ended, [waits, held], true)).toMatchObject({ isDue: false, waitsFor: null });
  expect(queueState(ended, all, true).toHold).toStrictEqual([waits]);
  expect(
    [whole, running, ending, broken].flatMap((it) => queueState(it, all, true).toHold),
  ).toEqual([]);
});

it("without a network a message waits, behind what waits for a reply, and nothing goes or is called not sent [composer.offline]", () => {
  const waits = { ...entry, messageId: "q3", waitsFor: "reply" } as const;
  const offline = { ...waits, messageId: "q4", waitsFor: "network" } as const;
  const whole = conversationOf([question, reply], [], true, []);
  const sent = turnOfEntry(entry);
  const broken = conversationOf([question, reply], [failedAs(sent)], true, []);
  const running = conversationOf([question, reply], [sent], true, []);
  const marks = (isOnline: boolean) => [
    queueState(whole, [], isOnline).waitsFor,
    queueState(broken, [], isOnline).waitsFor,
    queueState(broken, [waits], isOnline).waitsFor,
    queueState(broken, [offline], isOnline).waitsFor,
    queueState(running, [], isOnline).waitsFor,
  ];
  expect(marks(false)).toStrictEqual(["network", "network", "reply", "network", "reply"]);
  expect(marks(true)).toStrictEqual([null, null, null, "network", "reply"]);
  expect(queueState(whole, [waits], false).isDue).toBe(false);
  const held = (isOnline: boolean) => [waits, offline].map(queueState(broken, [], isOnline).isHeld);
  expect([held(false), held(true)]).toStrictEqual([
    [false, false],
    [true, false],
  ]);
});
