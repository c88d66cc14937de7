import { describe, expect, it } from "vitest";
import type { OpenAnswer, Message } from "#contract";
import { failedTurn } from "#features/chat/conversation/conversation-rules.ts";
import { goesOn } from "#features/chat/conversation/queue-state-rules.ts";
import { isRunning, isStored } from "#features/chat/messages/answers-rules.ts";
import { stateOf } from "#features/chat/messages/joint-rules.ts";
import {
  type Turn,
  turnOfEntry,
  turnOfQuestion,
  UNANSWERED,
} from "#features/chat/turns/turn-rules.ts";
import { conversationOf } from "../../../../support/answers.ts";
import { openAnswerTo, brokenAnswerTo, message, replyTo } from "../../../../support/chat-rows.ts";
import { entry, failedAs as failed, nextEntry } from "../../../../support/turns.ts";

const asked = [
  { answerId: "a", model: "chatgpt-4" as const },
  { answerId: "b", model: "grok" as const },
  { answerId: "c", model: "claude-4" as const },
];
const question = message({ id: "q1", asked_together: asked });
const viewed = { last: {}, chosen: null, earlier: {}, named: null };
const turn = (answerId: string) => turnOfQuestion(question, { answerId, model: "grok" });
const shownOf = (messages: Message[], turns: Turn[] = [], openAnswers: OpenAnswer[] = []) =>
  conversationOf(messages, turns, true, openAnswers, viewed);
const reply = replyTo(question, { id: "b" });

describe("answers that were asked for together", () => {
  it("are shown side by side in their order, each as it stands, and nothing of them above", () => {
    const shown = shownOf([question, reply], [failed(turn("a")), turn("c")]);
    expect(shown.rows).toMatchObject([{ id: "q1", failure: null }]);
    expect(shown.writing).toStrictEqual([]);
    expect(shown.joint?.parts).toMatchObject([
      { model: "chatgpt-4", answer: null, failed: { reason: "No" } },
      { model: "grok", answer: reply, failed: null },
      { model: "claude-4", answer: { id: "c", failed: null }, failed: null },
    ]);
    expect(goesOn(shown)).toBe("later");
  });

  it("let the conversation go on when one of them is whole and none is being written", () => {
    const broken = [failed(turn("a")), failed(turn("c"))];
    expect(goesOn(shownOf([question, reply], broken))).toBe("yes");
    expect(goesOn(shownOf([question], [...broken, failed(turn("b"))]))).toBe("no");
    const unwritten = brokenAnswerTo(question, { id: "b", status: "stopped" });
    expect(goesOn(shownOf([question], broken, [unwritten]))).toBe("stopped");
    const stopped = { ...reply, stopped_at: "2026-11-21T08:00:01+00:00" };
    expect(goesOn(shownOf([question, stopped], broken))).toBe("stopped");
  });

  it("are waited for while the message is being sent", () => {
    const others = asked.slice(1);
    const sending = turnOfEntry({ ...entry, answerId: "a", model: "chatgpt-4", others });
    const parts = shownOf([], [sending]).joint?.parts;
    expect(parts?.map(({ failed }) => failed)).toStrictEqual([null, null, null]);
    expect(shownOf([], [failed(sending)]).joint).toBeNull();
  });

  it("can be asked for with their own model when the page was closed before that [answers.all-each]", () => {
    const openAnswer = brokenAnswerTo(question, { id: "b", content: "Half", model: "grok" });
    const shown = shownOf([question, replyTo(question, { id: "a" })], [], [openAnswer]);
    expect(shown.joint?.parts).toMatchObject([
      { failed: null },
      { answer: { id: "b", text: "Half" }, failed: { saved: true } },
      { answer: null, failed: { retryable: true } },
    ]);
    const again = failedTurn(shown, "q1", "c");
    expect(again).toMatchObject({ turn: { answerId: "c", model: "claude-4" }, isFurther: true });
  });

  it("are each said to be whole, stopped, cut short, not there or still written [answers.all-each]", () => {
    const stopped = replyTo(question, { id: "a", stopped_at: "2026-11-21T08:00:02Z" });
    const half = brokenAnswerTo(question, { id: "b", content: "Half", model: "grok" });
    const states = (...answers: Parameters<typeof shownOf>) =>
      shownOf(...answers).joint?.parts.map(stateOf);
    expect(states([question, stopped], [], [half])).toEqual(["Stopped", "Unfinished", "No reply"]);
    const waiting = openAnswerTo(question, { id: "b", status: "asked" });
    expect(states([question, replyTo(question, { id: "a" })], [], [waiting])).toEqual([
      "Done",
      "Writing",
      "Writing",
    ]);
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
    const unsent = failed(turnOfEntry({ ...nextEntry, follows: "a", unlessChosen: true }));
    const replies = ["a", "b", "c"].map((id, second) =>
      replyTo(question, { id, created_at: `2026-11-21T08:00:0${second + 1}Z` }),
    );
    const seen = (chosen: string | null) =>
      conversationOf([question, ...replies], [unsent], true, [], { ...viewed, chosen });
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
  const following = turnOfQuestion(question, { answerId: "a", model: "chatgpt-4" });
  const lookingAt = (answerId: string) => ({ q1: { answerId, instead: null } });
  const seen = (parts: { chosen?: string; last?: typeof viewed.last; turns?: Turn[] } = {}) => {
    const { turns = [], ...views } = parts;
    return conversationOf([question, whole], turns, true, openAnswers, { ...viewed, ...views });
  };

  it("are shown side by side, each as it stands [answers.all-devices]", () => {
    for (const turns of [[], [following]]) {
      const { joint, rows } = seen({ turns });
      expect(joint?.parts.map(({ answerId }) => answerId)).toStrictEqual(["a", "b", "c"]);
      const answers = joint?.parts.map(({ answer }) => answer);
      expect(answers?.map((answer) => answer && isRunning(answer))).toEqual([true, false, false]);
      expect(answers?.map((answer) => answer && isStored(answer))).toEqual([false, false, true]);
      expect(joint?.parts[0]?.failed).toBeNull();
      expect(rows.map(({ id }) => id)).toStrictEqual(["q1"]);
    }
  });

  it("keep the order in which they stood when they are shown one at a time, and further ones come behind", () => {
    const further = replyTo(question, { id: "z", asked_at: "2026-11-21T07:00:00Z" });
    const numberOf = (answerId: string) => {
      const views = { ...viewed, last: lookingAt(answerId) };
      const messages = [question, further, whole];
      const { rows, writing } = conversationOf(messages, [following], true, openAnswers, views);
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
    const partsWith = (turns: Turn[]) =>
      conversationOf([question], turns, true, []).joint?.parts.map(({ failed }) => failed?.reason);
    expect(partsWith([following])).toStrictEqual([undefined, undefined, undefined]);
    expect(partsWith([])).toStrictEqual([UNANSWERED, UNANSWERED, UNANSWERED]);
  });

  it("are told from those that were asked for one after the other, however quickly", () => {
    const alone = message({ id: "q1" });
    const replies = ["a", "b"].map((id) =>
      replyTo(alone, { id, asked_at: alone.created_at, model: id === "a" ? "grok" : "claude-4" }),
    );
    const shown = conversationOf([alone, ...replies], [], true, []);
    expect(shown.joint).toBeNull();
    expect(shown.rows[1]?.paging).toMatchObject({ count: 2 });
  });

  it("stay side by side, with the text of an unfinished one, while it is retried here [answers.all-each] [answers.unfinished]", () => {
    const again = failedTurn(seen(), "q1", "b");
    if (again === null) throw new Error("There is nothing to try again.");
    expect(again.written).toBe("Half");
    const { joint } = seen({ turns: [again.turn] });
    expect(joint?.parts.map(({ answerId }) => answerId)).toStrictEqual(["a", "b", "c"]);
    expect(joint?.parts[1]).toMatchObject({
      model: "grok",
      answer: { id: "b", failed: null },
      failed: null,
    });
    const broken = seen({ turns: [failed(again.turn)] }).joint?.parts[1];
    expect(broken).toMatchObject({
      answer: { id: "b", text: "Half" },
      failed: { reason: "No" },
    });
  });

  it("are folded where one was chosen on any device, or is looked at here [answers.all-use]", () => {
    expect(seen({ chosen: "c" }).joint).toBeNull();
    expect(seen({ chosen: "c" }).rows.map(({ id }) => id)).toStrictEqual(["q1", "c"]);
    const { rows } = seen({ chosen: "c", last: lookingAt("b") });
    expect(rows.map(({ id }) => id)).toStrictEqual(["q1", "b"]);
    expect(seen({ chosen: "of an earlier question" }).joint?.parts).toHaveLength(3);
  });
});
