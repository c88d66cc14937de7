import { describe, expect, it } from "vitest";
import type { Message } from "#contract";
import { newestFilling, unansweredIn } from "#features/chat/conversation/conversation-rules.ts";
import { goesOn } from "#features/chat/conversation/queue-state-rules.ts";
import { authorOf, modelLabel } from "#features/chat/data/message-rules.ts";
import { rowOf } from "#features/chat/messages/row-rules.ts";
import {
  STOPPED_UNWRITTEN,
  turnOfEntry,
  turnOfQuestion,
  UNANSWERED,
} from "#features/chat/turns/turn-rules.ts";
import { answersOf, conversationOf } from "../../../../support/answers.ts";
import { openAnswerTo, brokenAnswerTo, message, replyTo } from "../../../../support/chat-rows.ts";
import {
  failedAs as failed,
  nextEntry as entry,
  question,
  reply,
} from "../../../../support/turns.ts";

const sending = turnOfEntry(entry);
const READING = { stopping: new Set<string>(), isUnread: false, isReading: true };
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe("what a chat shows", () => {
  it("is its messages, oldest first, with the model's name", () => {
    const { rows, running } = conversationOf([question, reply], [], true, []);
    expect(rows).toStrictEqual([
      {
        id: "q1",
        mine: true,
        content: "Hello",
        createdAt: question.created_at,
        model: null,
        questionId: null,
        isStopped: false,
        failure: null,
      },
      {
        id: "r1",
        mine: false,
        content: "Hello to you",
        createdAt: reply.created_at,
        model: "ChatGPT 4",
        questionId: "q1",
        isStopped: false,
        failure: null,
        paging: null,
        opened: null,
        goesOnFrom: null,
        further: [],
        isComparable: true,
        endsFailed: false,
        answering: ["chatgpt-4"],
        asksAgain: "yes",
      },
    ]);
    expect(running).toStrictEqual([]);
  });

  it("goes on by itself only behind a whole reply [composer.queue] [composer.queue-held]", () => {
    const stopped = { ...reply, stopped_at: "2026-11-21T08:00:01+00:00" };
    const unwritten = brokenAnswerTo(question, { status: "stopped" });
    expect([
      goesOn(conversationOf([question, reply], [], true, [])),
      goesOn(conversationOf([question, reply], [sending], true, [])),
      goesOn(conversationOf([question, reply], [], false, [])),
      goesOn(conversationOf([], [], true, [])),
      goesOn(conversationOf([question, reply], [failed(sending)], true, [])),
      goesOn(conversationOf([question, stopped], [], true, [])),
      goesOn(conversationOf([question], [], true, [unwritten])),
      goesOn(conversationOf([question], [], true, undefined)),
    ]).toStrictEqual(["yes", "later", "later", "later", "no", "stopped", "stopped", "later"]);
  });

  it("says of a reply that the person stopped it [reply.stop]", () => {
    const stopped = { ...reply, stopped_at: "2026-11-21T08:00:01+00:00" };
    const { rows } = conversationOf([question, stopped], [], true, []);
    expect(rows.map(({ isStopped }) => isStopped)).toStrictEqual([false, true]);
  });

  it("shows an answer once, and no longer as running, when its message is there", () => {
    const turn = turnOfQuestion(question, { answerId: "r1", model: null });
    const openAnswer = openAnswerTo(question, { id: "r1" });
    const { rows, running } = conversationOf([question, reply], [turn], true, [openAnswer]);
    expect(ids(rows)).toStrictEqual(["q1", "r1"]);
    expect(running).toStrictEqual([]);
  });

  it("has a reply under its message, also when it was stored after newer messages [conversation.order]", () => {
    const next = message({ id: "q2", created_at: "2026-11-21T09:00:00Z" });
    const late = replyTo(question, { id: "r1", created_at: "2026-11-21T09:00:05Z" });
    const shown = conversationOf([question, next, replyTo(next, { id: "r2" }), late], [], true, []);
    expect(ids(shown.rows)).toStrictEqual(["q1", "r1", "q2", "r2"]);
    // Where its message is not loaded it stands at its own time.
    expect(ids(conversationOf([next, late], [], true, []).rows)).toStrictEqual(["q2", "r1"]);
  });

  it("keeps a failed message in its place, with the reason", () => {
    const { rows, running } = conversationOf([question, reply], [failed(sending)], true, []);
    expect(rows.at(-1)).toMatchObject({ id: "q2", failure: { reason: "No", saved: false } });
    expect(running).toStrictEqual([]);
  });
});

describe("a question without a reply", () => {
  it("has failed when nobody is writing one", () => {
    for (const openAnswers of [[brokenAnswerTo(question)], []]) {
      const { rows } = conversationOf([question], [], true, openAnswers);
      expect(rows[0]?.failure).toMatchObject({ reason: UNANSWERED, saved: true, retryable: true });
    }
  });

  it("was stopped when the person stopped the last try", () => {
    const stopped = brokenAnswerTo(question, { status: "stopped" });
    const { rows } = conversationOf([question], [], true, [stopped]);
    expect(rows[0]?.failure).toMatchObject({ reason: STOPPED_UNWRITTEN, stopped: true });
  });

  it("is shown as running while one is being written, by whomever", () => {
    const { rows, running } = conversationOf([question], [], true, [openAnswerTo(question)]);
    expect(rows[0]?.failure).toBeNull();
    expect(running).toMatchObject([{ questionId: "q1" }]);
  });

  it("is not judged while the open answers are read, which may be older than the question", () => {
    for (const shown of [
      conversationOf([question], [], true, undefined),
      conversationOf([question], [], true, [], undefined, READING),
    ]) {
      expect(shown.rows[0]?.failure).toBeNull();
      expect(shown.isUncertain).toBe(true);
    }
  });
});

describe("a question without an answer", () => {
  const together: NonNullable<Message["asked_together"]> = [
    { answerId: "r1", model: "chatgpt-4" },
    { answerId: "r2", model: "grok" },
  ];
  const askedTogether = message({ id: "q1", asked_together: together });
  const running = openAnswerTo(question, { id: "r2" });

  it.each([
    { messages: [question], rows: [], found: ["q1"] },
    { messages: [question, reply], rows: [], found: [] },
    { messages: [question], rows: [running], found: [] },
    { messages: [question], rows: [brokenAnswerTo(question)], found: [] },
    { messages: [question], rows: [{ ...running, compares: ["r1"] }], found: ["q1"] },
    { messages: [askedTogether, reply], rows: [], found: ["q1"] },
    { messages: [askedTogether], rows: [running], found: ["q1"] },
    { messages: [askedTogether, reply], rows: [running], found: [] },
  ])("is one of $messages.length messages and $rows.length rows: $found", (known) => {
    expect(unansweredIn(known.messages, answersOf([], known.rows), true)).toStrictEqual(
      known.found,
    );
  });

  it("was taken for unsent, and was stored since", () => {
    const stored = message({ id: entry.messageId });
    expect(unansweredIn([stored], answersOf([failed(sending)]), true)).toStrictEqual([stored.id]);
  });

  it("is none where newer messages are not loaded, which may have its answer", () => {
    expect(unansweredIn([question], [], false)).toStrictEqual([]);
  });
});

describe("the middle of a long chat", () => {
  it("shows nothing that belongs at the end, and knows what runs there", () => {
    const { rows, writing, running } = conversationOf([question, reply], [sending], false, []);
    expect(ids(rows)).toStrictEqual(["q1", "r1"]);
    expect(writing).toStrictEqual([]);
    expect(running).toMatchObject([{ questionId: sending.messageId }]);
  });

  it("does not show a question as failed whose reply may be on the next page", () => {
    const { rows } = conversationOf([reply, message({ id: "q9" })], [], false, []);
    expect(rows.at(-1)?.failure).toBeNull();
  });
});

describe("the name of a model", () => {
  it.each([
    ["claude-4", "Claude 4"],
    ["grok", "Grok"],
    [null, null],
    ["a-later-one", "a-later-one"],
    ["constructor", "constructor"],
  ])("%j [models.choices]", (model, label) => {
    expect(modelLabel(model)).toBe(label);
  });

  it.each([
    ["grok", "grok-4", "Grok"],
    [null, "gpt-4o", "gpt-4o, imported"],
    [null, null, null],
  ] as const)(
    "of a reply by %j, which its provider calls %j [import.page-model]",
    (model, provider_model, name) => {
      expect(authorOf({ model, provider_model })).toBe(name);
    },
  );
});

describe("what is drawn of a chat first", () => {
  const rows = (lengths: readonly number[]) =>
    lengths.map((length) => ({ ...rowOf(message()), content: "a".repeat(length) }));

  it.each([
    ["short messages, as many as fill the pane", Array<number>(40).fill(10), 17],
    ["at least six, however long they are", Array<number>(40).fill(9_000), 6],
    ["all of a chat that does not fill it", [10, 10], 2],
    ["none of an empty one", [], 0],
  ])("%s", (_, lengths, count) => {
    const all = rows(lengths);
    expect(newestFilling(all, 800)).toEqual(all.slice(all.length - count));
  });
});
