import { describe, expect, it } from "vitest";
import { failedTurn } from "#features/chat/conversation/conversation-rules.ts";
import { queueState } from "#features/chat/conversation/queue-state-rules.ts";
import { verdictLength, writtenFrom } from "#features/chat/data/comparison-words-rules.ts";
import { givenMessages } from "#features/chat/details/given-rules.ts";
import { memoryOf } from "#features/chat/details/memory-rules.ts";
import { compareNote, withoutRetried } from "#features/chat/messages/comparison-rules.ts";
import { turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { conversationOf } from "../../../../support/answers.ts";
import { brokenAnswerTo, message, openAnswerTo, replyTo } from "../../../../support/chat-rows.ts";

const at = (second: number) => `2026-11-21T08:00:${String(second).padStart(2, "0")}Z`;
const asked = [
  { answerId: "a", model: "chatgpt-4" },
  { answerId: "b", model: "grok" },
] as const;
const question = message({ id: "q", created_at: at(0), asked_together: [...asked] });
const first = replyTo(question, { id: "a", created_at: at(1), content: "One" });
const second = replyTo(question, { id: "b", created_at: at(2), content: "Two", model: "grok" });
const both = ["a", "b"];
const compared = replyTo(question, {
  id: "c",
  created_at: at(3),
  content: "Both say so.",
  model: "claude-4",
  compares: both,
});
const single = message({ id: "s", created_at: at(10) });
const reply = replyTo(single, { id: "r", created_at: at(11) });
const opinion = replyTo(single, { id: "o", created_at: at(12), compares: ["r"], model: "grok" });

describe("what a model wrote about replies", () => {
  it("is listed beside the replies, never among them, whole, running or failed [comparisons.compare]", () => {
    const messages = [question, first, second];
    const without = conversationOf(messages, [], true, []);
    const running = openAnswerTo(question, { id: "c", compares: both });
    const ways = [
      conversationOf([...messages, compared], [], true, []),
      conversationOf(messages, [], true, [running]),
      conversationOf(messages, [], true, [{ ...running, status: "failed", content: "Bo" }]),
      conversationOf(
        messages,
        [turnOfQuestion(question, { answerId: "c", model: "grok", compares: both })],
        true,
        [],
      ),
    ];
    for (const shown of ways) {
      const [comparison] = shown.comparisons;
      expect(comparison).toMatchObject({ id: "c", questionId: "q", compares: both });
      expect(comparison?.replies.map(({ content }) => content)).toEqual(["One", "Two"]);
      expect({ ...shown, comparisons: [] }).toEqual(without);
      expect(queueState(shown, [], true)).toMatchObject({
        waitsFor: null,
        isDue: false,
        toHold: [],
      });
    }
    expect(ways.map(({ comparisons: [one] }) => one?.content)).toEqual([
      "Both say so.",
      "",
      "Bo",
      "",
    ]);
    expect(ways.map(({ comparisons: [one] }) => one?.failure?.reason)).toEqual([
      undefined,
      undefined,
      "The connection broke.",
      undefined,
    ]);
  });

  it("stands below the one reply that it is about, from which the conversation continues [comparisons.check]", () => {
    const { rows } = conversationOf([single, reply, opinion], [], true, []);
    expect(rows.map(({ id }) => id)).toEqual(["s", "r"]);
    expect(rows[1]).toMatchObject({ paging: null, asksAgain: "yes", answering: ["chatgpt-4"] });
    expect(rows[1]?.opinions?.map(({ id }) => id)).toEqual(["o"]);
  });

  it("is offered until the question has twelve, failed ones included [comparisons.check]", () => {
    const opinionsOf = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ ...opinion, id: `o${n}` }));
    const failed = brokenAnswerTo(single, { id: "f", compares: opinion.compares });
    const isComparable = (...now: Parameters<typeof conversationOf>) =>
      conversationOf(...now).rows.findLast(({ mine }) => !mine)?.isComparable;
    expect(isComparable([single, reply, ...opinionsOf(11)], [], true, [])).toBe(true);
    expect(isComparable([single, reply, ...opinionsOf(12)], [], true, [])).toBe(false);
    expect(isComparable([single, reply, ...opinionsOf(11)], [], true, [failed])).toBe(false);
    const later = message({ id: "later", created_at: at(30) });
    const next = replyTo(later, { id: "next" });
    expect(isComparable([single, reply, ...opinionsOf(12), later, next], [], true, [])).toBe(true);
  });

  it("is folded below the one reply that is shown, also if a later one has failed [comparisons.kept]", () => {
    const later = { compares: both, asked_at: at(9), model: "grok" } as const;
    const shown = (other: Parameters<typeof openAnswerTo>[1]) =>
      conversationOf([question, first, second, compared, next], [], true, [
        openAnswerTo(question, { id: "c2", ...later, ...other }),
      ])
        .rows.find(({ id }) => both.includes(id))
        ?.opinions?.map(({ id }) => id);
    const next = message({ id: "n", created_at: at(20) });
    expect(shown({ status: "running" })).toEqual(["c2"]);
    expect(shown({ status: "failed" })).toEqual(["c", "c2"]);
  });

  it("is replaced by a later one about the same replies, and by no other message [comparisons.kept]", () => {
    const failed = brokenAnswerTo(question, { id: "c2", compares: both, asked_at: at(2) });
    const idsWith = (parts: object) => {
      const other = replyTo(question, { id: "x", asked_at: at(5), ...parts });
      return conversationOf([question, first, second, other], [], true, [failed]).comparisons.map(
        ({ id }) => id,
      );
    };
    expect(idsWith({ compares: both })).toEqual(["x"]);
    expect(idsWith({ compares: both, model: "grok" })).toEqual(["x", "c2"]);
    expect(idsWith({ compares: ["a"] })).toEqual(["x", "c2"]);
    expect(idsWith({})).toEqual(["c2"]);
  });

  it("that was stopped is replaced by its retry, and stays if that fails [comparisons.kept]", () => {
    const stopped = { ...compared, stopped_at: at(4) };
    const idsWith = (parts: Parameters<typeof openAnswerTo>[1]) => {
      const again = openAnswerTo(question, { id: "d", compares: both, asked_at: at(9), ...parts });
      const all = conversationOf([question, first, second, stopped], [], true, [again]).comparisons;
      expect(all).toHaveLength(2);
      return withoutRetried(all).map(({ id }) => id);
    };
    expect(idsWith({ model: "claude-4" })).toEqual(["d"]);
    expect(idsWith({ model: "claude-4", status: "failed" })).toEqual(["c", "d"]);
    expect(idsWith({ model: "grok" })).toEqual(["c", "d"]);
    expect(idsWith({ model: "claude-4", compares: ["a"] })).toEqual(["c", "d"]);
  });

  it("is tried again for the same replies, by the same model [comparisons.compare]", () => {
    const failed = brokenAnswerTo(question, { id: "c", compares: both, model: "claude-4" });
    const shown = conversationOf([question, first, second], [], true, [failed]);
    expect(failedTurn(shown, "q", "c")).toMatchObject({
      isFurther: true,
      turn: { messageId: "q", answerId: "c", model: "claude-4", compares: both },
    });
  });

  it("counts neither for what a model was given nor for where its memory begins [comparisons.no-reply]", () => {
    const next = message({ id: "n", created_at: at(20) });
    const { given } = givenMessages("n", [single, reply, opinion, next], null, null, null);
    expect(given.map(({ id }) => id)).toEqual(["s", "r", "n"]);
    const running = openAnswerTo(single, { compares: ["r"], context_from: "x", asked_at: at(13) });
    const { comparisons } = conversationOf([single, reply], [], true, [running]);
    expect(
      memoryOf(
        reply,
        comparisons.flatMap(({ answer }) => answer ?? []),
      ),
    ).toBeNull();
  });
});

it.each([
  [1, "Written by Grok from this reply. It can be wrong."],
  [2, "Written by Grok from the two replies. It can be wrong."],
  [4, "Written by Grok from the four replies. It can be wrong."],
  [12, "Written by Grok from the twelve replies. It can be wrong."],
])("one of %i says so [comparisons.text]", (count, line) => {
  expect(writtenFrom("Grok", count)).toBe(line);
});

it.each([
  ["", ""],
  ["Agrees.", "Agrees."],
  ["Agrees. Not checked: the year.", "Agrees. "],
  ["**Agrees.** The sum is right.", "**Agrees.**"],
  ["**Agrees.**", "**Agrees.**"],
  ["Agrees. **Not checked:** the year.", "Agrees. "],
  ["同意。**未核实**：年份。", "同意。"],
  [
    "Disagrees: 3.5 g a day is too much, e.g. for children. Then",
    "Disagrees: 3.5 g a day is too much, e.g. for children. ",
  ],
  ["Stimmt zu.\n\n- „x“ [A]", "Stimmt zu."],
  ["\n\nAgrees in part: no full stop\n- more", "\n\nAgrees in part: no full stop"],
  ["不同意：日期不对。还有", "不同意：日期不对。"],
  ["لا يوافق: السنة خطأ. ثم", "لا يوافق: السنة خطأ. "],
])("the verdict of %j is its first sentence [comparisons.check]", (text, verdict) => {
  expect(text.slice(0, verdictLength(text))).toBe(verdict);
});

it("a comparison counts as one message, and says so where few are left [comparisons.compare]", () => {
  const until = "2026-11-21T14:05:00Z";
  const left = { count: 2, until };
  expect(compareNote(null, Date.parse("2026-11-21T14:00:00Z"), "UTC")).toBeNull();
  expect(compareNote(left, Date.parse("2026-11-21T14:00:00Z"), "UTC")).toBe(
    "It counts as one message. 2 messages left until 14:05.",
  );
  expect(compareNote(left, Date.parse(until), "UTC")).toBeNull();
});
