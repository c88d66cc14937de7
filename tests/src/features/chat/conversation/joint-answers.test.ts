import { describe, expect, it } from "vitest";
import type { OpenAnswer, Message } from "#contract";
import { conversation } from "#features/chat/conversation/conversation-rules.ts";
import { failedTurn } from "#features/chat/conversation/failed-turn-rules.ts";
import { goesOn } from "#features/chat/conversation/goes-on-rules.ts";
import { next, type TurnState, UNANSWERED } from "#features/chat/turns/turn-flow.ts";
import { type Turn, turnOfEntry, turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { openAnswerTo, brokenAnswerTo, message, replyTo } from "../../../../support/chat-rows.ts";

const asked = [
  { answerId: "a", model: "chatgpt-4" as const },
  { answerId: "b", model: "grok" as const },
  { answerId: "c", model: "claude-4" as const },
];
const question = message({ id: "q1", asked_together: asked });
const viewed = { last: {}, chosen: null, earlier: {}, named: null };
const failed: TurnState = { name: "failed", saved: true, reason: "No", retryable: true };
const writing: TurnState = { name: "streaming", saved: true, text: "Hel" };
const turn = (answerId: string, state: TurnState) =>
  turnOfQuestion(question, { answerId, model: "grok" }, state);
const shownOf = (messages: Message[], turns: Turn[] = [], openAnswers: OpenAnswer[] = []) =>
  conversation(messages, turns, true, openAnswers, viewed);
const reply = replyTo(question, { id: "b" });

describe("answers that were asked for together", () => {
  it("are shown side by side in their order, each as it stands, and nothing of them above", () => {
    const shown = shownOf([question, reply], [turn("a", failed), turn("c", writing)]);
    expect(shown.rows).toMatchObject([{ id: "q1", failure: null }]);
    expect(shown.writing).toStrictEqual([]);
    expect(shown.joint?.parts).toMatchObject([
      { model: "chatgpt-4", answer: null, failed: { reason: "No" } },
      { model: "grok", answer: { kind: "stored" }, failed: null },
      { model: "claude-4", answer: { kind: "running" }, failed: null },
    ]);
    expect(goesOn(shown)).toBe("later");
  });

  it("let the conversation go on when one of them is whole and none is being written", () => {
    const broken = [turn("a", failed), turn("c", failed)];
    expect(goesOn(shownOf([question, reply], broken))).toBe("yes");
    expect(goesOn(shownOf([question], [...broken, turn("b", failed)]))).toBe("no");
    const unwritten = turn("b", { ...failed, stopped: true });
    expect(goesOn(shownOf([question], [...broken, unwritten]))).toBe("stopped");
    const stopped = { ...reply, stopped_at: "2026-11-21T08:00:01+00:00" };
    expect(goesOn(shownOf([question, stopped], broken))).toBe("stopped");
  });

  it("are waited for while the message is being sent", () => {
    const entry = { messageId: "q1", answerId: "a", chatId: question.chat_id, content: "Hello" };
    const sending = turnOfEntry(
      { ...entry, model: "chatgpt-4", startsChat: false, others: asked.slice(1) },
      { name: "sending", saved: false },
    );
    const parts = shownOf([], [sending]).joint?.parts;
    expect(parts?.map(({ failed }) => failed)).toStrictEqual([null, null, null]);
    const unsent = { ...sending, state: { ...failed, saved: false } };
    expect(shownOf([], [unsent]).joint).toBeNull();
  });

  it("can be asked for with their own model when the page was closed before that [answers.all-each]", () => {
    const openAnswer = brokenAnswerTo(question, { id: "b", content: "Half", model: "grok" });
    const shown = shownOf([question, replyTo(question, { id: "a" })], [], [openAnswer]);
    expect(shown.untracked).toStrictEqual([]);
    expect(shown.joint?.parts).toMatchObject([
      { failed: null },
      { answer: { kind: "unfinished" }, failed: { text: "Half" } },
      { answer: null, failed: { retryable: true } },
    ]);
    const again = failedTurn({ inChat: [], loaded: [question], shown }, "q1", "c");
    expect(again).toMatchObject({ turn: { answerId: "c", model: "claude-4" }, isFurther: true });
  });

  it("are waited for where they are still to be asked for [answers.all-each]", () => {
    const waiting = ["b", "c"].map((id) => openAnswerTo(question, { id, status: "asked" }));
    const shown = shownOf([question, replyTo(question, { id: "a" })], [], waiting);
    expect(shown.joint?.parts.map(({ failed }) => failed)).toStrictEqual([null, null, null]);
    expect(goesOn(shown)).toBe("later");
  });

  it("are shown one at a time as soon as the conversation has gone on", () => {
    const next = message({ id: "q2", created_at: "2026-11-21T09:00:00Z", follows: "b" });
    const shown = shownOf([question, replyTo(question, { id: "a" }), reply, next]);
    expect(shown.joint).toBeNull();
    expect(shown.rows.map(({ id }) => id)).toStrictEqual(["q1", "b", "q2"]);
  });
});

describe("answers that were asked for together, when none is chosen and the next message could not be sent", () => {
  it("show the one that it goes on from, or that another device has chosen meanwhile [answers.all-unchosen]", () => {
    const sent = {
      messageId: "q2",
      answerId: "next",
      chatId: question.chat_id,
      content: "More",
      model: "grok",
    } as const;
    const entry = { ...sent, startsChat: false, follows: "a", unlessChosen: true } as const;
    const unsent = turnOfEntry(entry, { ...failed, saved: false });
    const replies = ["a", "b", "c"].map((id, second) =>
      replyTo(question, { id, created_at: `2026-11-21T08:00:0${second + 1}Z` }),
    );
    const seen = (chosen: string | null) =>
      conversation([question, ...replies], [unsent], true, [], { ...viewed, chosen });
    expect(seen(null).joint).toBeNull();
    expect(seen(null).rows.map(({ id }) => id)).toStrictEqual(["q1", "a", "q2"]);
    expect(seen("b").rows.map(({ id }) => id)).toStrictEqual(["q1", "b", "q2"]);
  });
});

describe("answers that another device asked for together", () => {
  const openAnswers = [
    openAnswerTo(question, { id: "a", model: "chatgpt-4" }),
    brokenAnswerTo(question, { id: "b", model: "grok", content: "Half" }),
  ];
  const whole = replyTo(question, { id: "c", model: "claude-4", asked_at: "2026-11-21T08:00:01Z" });
  const seen = (parts: { chosen?: string; viewed?: string; turns?: Turn[] } = {}) => {
    const { chosen = null, viewed, turns = [] } = parts;
    const last = viewed === undefined ? {} : { q1: { answerId: viewed, instead: null } };
    return conversation([question, whole], turns, true, openAnswers, {
      last,
      chosen,
      earlier: {},
      named: null,
    });
  };

  it("are shown side by side, each as it stands [answers.all-devices]", () => {
    const following = turnOfQuestion(question, { answerId: "a", model: "chatgpt-4" }, writing);
    for (const turns of [[], [following], [{ ...following, id: question.id }]]) {
      const { joint, rows } = seen({ turns });
      expect(joint?.parts.map(({ answerId }) => answerId)).toStrictEqual(["a", "b", "c"]);
      expect(joint?.parts.map(({ answer }) => answer?.kind)).toStrictEqual([
        turns.length === 0 ? undefined : "running",
        "unfinished",
        "stored",
      ]);
      expect(joint?.parts[0]?.failed).toBeNull();
      expect(rows.map(({ id }) => id)).toStrictEqual(["q1"]);
    }
  });

  it("keep the order in which they stood when they are shown one at a time, and further ones come behind", () => {
    const further = replyTo(question, { id: "z", asked_at: "2026-11-21T07:00:00Z" });
    const written = turnOfQuestion(question, { answerId: "a", model: "chatgpt-4" }, writing);
    const numberOf = (viewed: string) => {
      const last = { q1: { answerId: viewed, instead: null } };
      const views = { last, chosen: null, earlier: {}, named: null };
      const messages = [question, further, whole];
      const { rows, writing } = conversation(messages, [written], true, openAnswers, views);
      const { at, count } = rows[1]?.paging ?? writing[0]?.paging ?? {};
      return `${at} of ${count}`;
    };
    expect(["a", "b", "c", "z"].map(numberOf)).toStrictEqual([
      "1 of 4",
      "2 of 4",
      "3 of 4",
      "4 of 4",
    ]);
  });

  it("are waited for while others are being written, and else say that there is no reply", () => {
    const following = turnOfQuestion(question, { answerId: "a", model: "chatgpt-4" }, writing);
    const partsWith = (turns: Turn[]) =>
      conversation([question], turns, true, []).joint?.parts.map(({ failed }) => failed?.reason);
    expect(partsWith([following])).toStrictEqual([undefined, undefined, undefined]);
    expect(partsWith([])).toStrictEqual([UNANSWERED, UNANSWERED, UNANSWERED]);
  });

  it("are told from those that were asked for one after the other, however quickly", () => {
    const alone = message({ id: "q1" });
    const replies = ["a", "b"].map((id) =>
      replyTo(alone, { id, asked_at: alone.created_at, model: id === "a" ? "grok" : "claude-4" }),
    );
    const shown = conversation([alone, ...replies], [], true, []);
    expect(shown.joint).toBeNull();
    expect(shown.rows[1]?.paging).toMatchObject({ count: 2 });
  });

  it("stay side by side while one that broke off is tried again here, with what it has left [answers.all-each] [answers.unfinished]", () => {
    const failed = failedTurn(
      { inChat: [], loaded: [question, whole], openAnswers, shown: seen() },
      "q1",
      "b",
    );
    if (failed === null) throw new Error("There is nothing to try again.");
    const retried = { ...failed.turn, state: next(failed.turn.state, { type: "retry" }, 0) };
    // The server has begun it, so what was read of the one that broke off is forgotten.
    const left = openAnswers.filter(({ id }) => id !== "b");
    const viewed = { last: {}, chosen: null, earlier: {}, named: null };
    const { joint } = conversation([question, whole], [retried], true, left, viewed);
    expect(joint?.parts.map(({ answerId }) => answerId)).toStrictEqual(["a", "b", "c"]);
    expect(joint?.parts[1]).toMatchObject({
      model: "grok",
      answer: { kind: "running", turn: { state: { name: "retrying", text: "Half" } } },
      failed: null,
    });
    const again = { ...retried, state: failed.turn.state };
    const broken = conversation([question, whole], [again], true, left, viewed).joint?.parts[1];
    expect(broken).toMatchObject({ answer: { kind: "unfinished" }, failed: { text: "Half" } });
  });

  it("are waited for while it is not known which of them a turn follows", () => {
    const unknown = turnOfQuestion(question, { answerId: null, model: null }, writing);
    expect(seen({ turns: [unknown] }).joint?.parts[0]?.failed).toBeNull();
  });

  it("are folded where one was chosen on any device, or is looked at here [answers.all-use]", () => {
    expect(seen({ chosen: "c" }).joint).toBeNull();
    expect(seen({ chosen: "c" }).rows.map(({ id }) => id)).toStrictEqual(["q1", "c"]);
    expect(seen({ chosen: "c", viewed: "b" }).rows.map(({ id }) => id)).toStrictEqual(["q1", "b"]);
    expect(seen({ chosen: "of an earlier question" }).joint?.parts).toHaveLength(3);
  });
});
