import { describe, expect, it } from "vitest";
import type { OpenAnswer } from "#contract";
import { type Answer, nextAnswer } from "#features/chat/turns/answer-rules.ts";
import {
  CONNECTION_BROKE,
  STOPPED_UNWRITTEN,
  turnOfQuestion,
  UNANSWERED,
} from "#features/chat/turns/turn-rules.ts";
import { type AskedTurn, conversationOf } from "../../../../support/answers.ts";
import { brokenAnswerTo, message, openAnswerTo, replyTo } from "../../../../support/chat-rows.ts";

const question = message({ id: "q1" });
const turn = (parts: Partial<AskedTurn> = {}): AskedTurn => ({
  ...turnOfQuestion(question, { answerId: "a", model: "grok" }),
  ...parts,
});
const failedTurn = (reason: string, parts: Partial<AskedTurn> = {}) =>
  turn({ failure: { reason, retryable: true }, ...parts });
const row = (parts: Partial<OpenAnswer> = {}) =>
  openAnswerTo(question, { id: "a", model: "grok", ...parts });
const broken = (parts: Partial<OpenAnswer> = {}) =>
  brokenAnswerTo(question, { id: "a", model: "grok", ...parts });
const NOTHING = { stopping: new Set<string>(), isUnread: false, isReading: false };
/** The one answer that there is, with messages: the question, and what else is said. */
const only = (rows: OpenAnswer[], turns: AskedTurn[], about = NOTHING, others = [question]) =>
  conversationOf(others, turns, true, rows, undefined, about).live[0];

describe("an answer that the database tells of", () => {
  it.each<[string, OpenAnswer, object]>([
    ["runs", row(), { failed: null, isSaved: true }],
    ["waits to be asked for", row({ status: "asked" }), { failed: null }],
    ["failed before a word", broken({ reason: null }), { failed: { reason: UNANSWERED } }],
    ["broke off", broken({ content: "Half" }), { failed: {}, text: "Half" }],
    [
      "broke off unsaid",
      broken({ content: "H", reason: null }),
      { failed: { reason: CONNECTION_BROKE } },
    ],
    ["failed with a reason", broken({ reason: "No" }), { failed: { reason: "No" } }],
    [
      "was stopped before a word",
      broken({ status: "stopped" }),
      { failed: { reason: STOPPED_UNWRITTEN, stopped: true } },
    ],
    [
      "goes on from another model's text",
      row({ content: "Half", writer: "claude-4" }),
      { model: "grok", writer: "claude-4" },
    ],
  ])("%s", (_, openAnswer, shown) => {
    expect(only([openAnswer], [])).toMatchObject(shown);
  });

  it("is gone when its message is there, or a later one of its model", () => {
    expect(only([row()], [], NOTHING, [question, replyTo(question, { id: "a" })])).toBeUndefined();
    const later = { model: "grok", asked_at: "2026-11-21T09:00:00Z" } as const;
    const others = [question, replyTo(question, { id: "b", ...later })];
    expect(only([broken()], [], NOTHING, others)).toBeUndefined();
    for (const parts of [
      { model: "claude-4" },
      { asked_at: broken().asked_at },
      { reply_to: "q2" },
    ] as const) {
      const another = replyTo(question, { id: "b", ...later, ...parts });
      expect(only([broken()], [], NOTHING, [question, another])).toBeDefined();
    }
    expect(only([row()], [], NOTHING, others)).toMatchObject({ failed: null });
  });

  it("ends by Stop, and may not be coming when the database could not be read for long", () => {
    const stopping = { ...NOTHING, stopping: new Set(["a"]) };
    expect(only([row()], [], stopping)).toMatchObject({ isStopping: true, failed: null });
    expect(only([broken()], [], stopping)).toMatchObject({ failed: { stopped: true } });
    const lost = { failed: { reason: CONNECTION_BROKE }, text: "Half" };
    expect(only([row({ content: "Half" })], [], { ...NOTHING, isUnread: true })).toMatchObject(
      lost,
    );
  });
});

describe("an answer that this page has asked for", () => {
  it("is there once, whatever the database holds of an earlier try", () => {
    const left = broken({ content: "Half", writer: "claude-4" });
    expect(conversationOf([question], [turn()], true, [left]).live).toHaveLength(1);
    expect(only([left], [turn()])).toMatchObject({ failed: null, writer: "claude-4" });
    expect(only([row()], [turn()])).toMatchObject({ failed: null });
  });

  it("fails for the reason of its refusal, and keeps what an earlier try has left", () => {
    const refused = failedTurn("Too fast");
    expect(only([], [refused])).toMatchObject({ failed: { reason: "Too fast" }, isSaved: true });
    const left = broken({ content: "Half", reason: "It broke" });
    expect(only([left], [refused])).toMatchObject({ failed: { reason: "Too fast" }, text: "Half" });
    const unsent = failedTurn("No", { question: null });
    expect(only([], [unsent], NOTHING, [])).toMatchObject({ isSaved: false });
  });

  it("gives way to what the database holds by now", () => {
    // Another device asks again.
    expect(only([row()], [failedTurn("Too fast")])).toMatchObject({ failed: null });
    // What was taken for unsent, or for lost, is there.
    expect(only([], [failedTurn("No", { question: null })])).toBeUndefined();
    const ended = broken({ reason: "It broke" });
    expect(only([ended], [failedTurn(CONNECTION_BROKE)])).toMatchObject({
      failed: { reason: "It broke" },
    });
    // The chat that was gone is back.
    const gone = { reason: "Gone", retryable: true, code: "gone" } as const;
    const lost = turn({ failure: gone });
    expect(only([], [lost])).toMatchObject({ failed: { reason: "Gone" } });
    expect(only([ended], [lost])).toMatchObject({ failed: { reason: "It broke" } });
  });
});

it("answers stand in the order in which they were asked for, those that failed before those on their way", () => {
  const at = (second: number) => ({ asked_at: `2026-11-21T08:00:0${second}Z` });
  const rows = [
    openAnswerTo(question, { id: "c", ...at(1) }),
    brokenAnswerTo(question, { id: "b", ...at(3) }),
    brokenAnswerTo(question, { id: "d", ...at(2) }),
  ];
  const ids = conversationOf([question], [turn()], true, rows).live.map(({ id }) => id);
  expect(ids).toStrictEqual(["d", "b", "c", "a"]);
});

describe("an answer that is streamed and read at the same time", () => {
  const told = (...events: Parameters<typeof nextAnswer>[1][]) =>
    events.reduce<Answer | undefined>((answer, event) => nextAnswer(answer, event), undefined);
  const begun = [
    { type: "asked", turn: turn() },
    { type: "begun", question, model: "grok", contextFrom: null },
  ] as const;
  const text = (at: number, piece: string) => ({ type: "text", at, text: piece }) as const;
  const seen = (parts: Partial<OpenAnswer> = {}) => ({ type: "seen", row: row(parts) }) as const;

  it("takes a piece that comes twice or late once", () => {
    const once = told(...begun, text(0, "Hel"), text(3, "lo"));
    expect(once).toMatchObject({ text: "Hello", hasText: true });
    for (const again of [text(0, "Hel"), text(3, "lo"), text(0, "Hello")])
      expect(nextAnswer(once, again)).toBe(once);
    expect(nextAnswer(once, text(3, "lo you"))).toMatchObject({ text: "Hello you" });
    expect(nextAnswer(once, text(9, "!"))).toBe(once);
  });

  it("has the text of a new try in the place of what an earlier one left", () => {
    const left = told(seen({ status: "failed", content: "Half", writer: "claude-4" }), ...begun);
    expect(left).toMatchObject({ text: "Half", writer: "claude-4", failed: null });
    expect(nextAnswer(left, text(0, "New"))).toMatchObject({ text: "New", writer: null });
  });

  it("that another page writes shows a new try's text also where it begins like the earlier one", () => {
    const left = told(seen({ status: "running", content: "The answer is", text_id: -7 }));
    const begun = nextAnswer(left, seen({ status: "running", content: "The", text_id: 7 }));
    expect(begun).toMatchObject({ text: "The", textId: 7 });
  });

  it("is not touched by reads while it is streamed, whatever they tell", () => {
    const streamed = told(...begun, text(0, "Hello"));
    for (const status of ["failed", "stopped", "asked", "running"] as const)
      expect(nextAnswer(streamed, seen({ status, content: "Old", text_id: -1 }))).toStrictEqual(
        streamed,
      );
  });

  it("is read on at the same position when its stream is lost", () => {
    const streamed = told(...begun, text(0, "Hello"), seen({ content: null, text_id: 7 }));
    const lost = nextAnswer(streamed, { type: "lost" });
    expect(lost).toMatchObject({ isHere: false, text: "Hello", textId: 7, isAwaited: true });
    // The server has written down less than was streamed.
    const older = nextAnswer(lost, seen({ content: "Hel", text_id: 7 }));
    expect(older).toMatchObject({ text: "Hello", isAwaited: true });
    expect(nextAnswer(older, seen({ content: "Hello you", text_id: 7 }))).toMatchObject({
      text: "Hello you",
    });
    expect(nextAnswer(lost, text(5, " late"))).toBe(lost);
  });

  it("ends once, by whatever comes first", () => {
    const lost = told(...begun, { type: "lost" });
    const failed = nextAnswer(lost, seen({ status: "failed", reason: "It broke" }));
    expect(failed).toMatchObject({ isAwaited: false, turn: null, failed: { reason: "It broke" } });
    const message = replyTo(question, { id: "a" });
    expect(nextAnswer(failed, { type: "stored", message })).toBeUndefined();
    expect(nextAnswer(undefined, { type: "lost" })).toBeUndefined();
  });
});
