import { describe, expect, it } from "vitest";
import type { StreamEvent } from "#contract";
import { CONNECTION_LOST } from "#features/chat/turns/turn-flow.ts";
import { turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { openAnswerTo, replyTo } from "../../../../support/chat-rows.ts";
import {
  CHAT_ID,
  controlledTurns,
  entry,
  question,
  reply,
  saved,
} from "../../../../support/turn-effects.ts";

const asked = { name: "retrying", saved: true } as const;
const further = (answerId: string, model: "grok" | "claude-4" = "grok") =>
  turnOfQuestion(question, { answerId, model }, asked);
const savedAs = (answerId: string): StreamEvent => ({ ...saved, answerId }) as StreamEvent;
const failure: StreamEvent = {
  type: "error",
  error: "It broke",
  code: "provider_failed",
  retryable: true,
};

describe("several answers to one question", () => {
  it("run beside each other, and each has its own text, end and failure", async () => {
    const { turns, connection, publishTexts } = controlledTurns();
    const ended = [turns.ask(further("a")), turns.ask(further("b", "claude-4"))];
    expect(connection().sent).toMatchObject({ questionId: "q1", answerId: "a", model: "grok" });
    for (const [index, id] of ["a", "b"].entries()) {
      connection(index).send(savedAs(id));
      connection(index).send({ type: "delta", text: `text ${id}` });
    }
    publishTexts();
    expect([...turns.texts.get()]).toStrictEqual([
      ["a", "text a"],
      ["b", "text b"],
    ]);
    connection(1).send(failure);
    connection(1).close();
    connection().send({ type: "ai_message", aiMessage: { ...reply, id: "a" } });
    connection().close();
    expect(await Promise.all(ended)).toMatchObject([
      { kind: "sent" },
      { kind: "failed", turn: { answerId: "b", state: { text: "text b" } } },
    ]);
    expect(turns.inChat(CHAT_ID).map(({ id }) => id)).toStrictEqual(["b"]);
  });

  it.each([
    ["cannot be read", new Error("offline")],
    ["has no openAnswer at it", { question, reply: null, openAnswers: [] }],
  ])(
    "of which one is asked for without a network says that the connection was lost while the database %s, and is sent by Retry [answers.ask-again-offline]",
    async (_, held) => {
      const { turns, connection, databaseHolds, onlyTurn, now } = controlledTurns();
      databaseHolds(held);
      const ended = turns.ask(further("a"));
      connection().break(new Error("network"));
      expect(await ended).toMatchObject({
        kind: "failed",
        turn: { answerId: "a", state: { reason: CONNECTION_LOST, saved: true, retryable: true } },
      });
      expect(now()).toBeLessThan(5_000);
      void turns.retry(onlyTurn(), "grok");
      expect(connection(1).sent).toMatchObject({ questionId: "q1", answerId: "a", model: "grok" });
    },
  );

  it("of which one was asked for and not heard of is followed where the server has begun it", async () => {
    const { turns, connection, databaseHolds, now } = controlledTurns();
    const openAnswer = openAnswerTo(question, { id: "a" });
    const answer = { ...reply, id: "a" };
    databaseHolds((time) =>
      time < 5_000
        ? { question, reply: null, openAnswers: [openAnswer] }
        : { question, reply: answer, openAnswers: [] },
    );
    const ended = turns.ask(further("a"));
    connection().break(new Error("network"));
    expect(await ended).toMatchObject({ kind: "sent" });
    expect(now()).toBeGreaterThanOrEqual(5_000);
  });

  it("of which one is stopped leave the others, and only that one is named to the server [answers.stop-one]", async () => {
    const { turns, connection, stopped, databaseHolds } = controlledTurns();
    void turns.ask(further("a"));
    void turns.ask(further("b"));
    connection().send(savedAs("a"));
    connection(1).send(savedAs("b"));
    databaseHolds({ question, reply: { ...reply, id: "a" }, openAnswers: [] });
    await turns.stop("a");
    expect(stopped).toStrictEqual(["a"]);
    expect([connection().signal.aborted, connection(1).signal.aborted]).toStrictEqual([
      true,
      false,
    ]);
  });

  it("are stopped when the server has them, not before", async () => {
    const { turns, connection, stopped, databaseHolds } = controlledTurns();
    void turns.ask(further("a"));
    const stopping = turns.stop("a");
    expect(stopped).toStrictEqual([]);
    databaseHolds({ question, reply: { ...reply, id: "a" }, openAnswers: [] });
    connection().send(savedAs("a"));
    await stopping;
    expect(stopped).toStrictEqual(["a"]);
  });

  it("replace those of their own model that had failed before, and leave those of others", async () => {
    for (const [model, left] of [
      ["grok", []],
      ["claude-4", ["a"]],
    ] as const) {
      const { turns, connection } = controlledTurns();
      const first = turns.ask(further("a", "grok"));
      connection().send(savedAs("a"));
      connection().send(failure);
      connection().close();
      await first;
      const second = turns.ask(further("b", model));
      connection(1).send(savedAs("b"));
      connection(1).send({ type: "ai_message", aiMessage: { ...reply, id: "b" } });
      connection(1).close();
      await second;
      expect(turns.inChat(CHAT_ID).map(({ id }) => id)).toStrictEqual(left);
    }
  });

  it("are retried under their own ids and with their own models", async () => {
    const { turns, connection, onlyTurn } = controlledTurns();
    const ended = turns.ask(further("a"));
    connection().send(failure);
    connection().close();
    await ended;
    void turns.retry(onlyTurn(), "grok");
    expect(connection(1).sent).toMatchObject({ questionId: "q1", answerId: "a", model: "grok" });
  });

  it("keep the name of the model that wrote what is left, also where the chat chose it, while another one retries", async () => {
    const { turns, connection, onlyTurn } = controlledTurns();
    const ended = turns.start(entry);
    connection().send(saved);
    connection().send({ type: "delta", text: "Hel" });
    connection().send(failure);
    connection().close();
    await ended;
    void turns.retry(onlyTurn(), "grok");
    const shown = () => [onlyTurn().model, onlyTurn().state.writer];
    expect(shown()).toStrictEqual(["grok", "chatgpt-4"]);
    connection(1).send(saved);
    expect(shown()).toStrictEqual(["grok", "chatgpt-4"]);
    connection(1).send({ type: "delta", text: "New" });
    expect(shown()).toStrictEqual(["grok", undefined]);
  });

  it("are each followed when they run elsewhere, by one read a second for all", async () => {
    const { turns, databaseHolds, publishTexts, reads } = controlledTurns();
    const openAnswers = ["a", "b"].map((id) =>
      openAnswerTo(question, { id, content: `text ${id}` }),
    );
    const texts = new Set<string>();
    databaseHolds((now) => {
      publishTexts();
      texts.add([...turns.texts.get().values()].join(" and "));
      if (now < 5_000) return { question, reply: null, openAnswers };
      const ended = now < 9_000 ? "a" : "b";
      const left = now < 9_000 ? openAnswers.slice(1) : [];
      return { question, reply: replyTo(question, { id: ended }), openAnswers: left };
    });
    openAnswers.forEach((openAnswer) => turns.track(question, openAnswer));
    openAnswers.forEach((openAnswer) => turns.track(question, openAnswer));
    await expect.poll(() => turns.inChat(CHAT_ID)).toStrictEqual([]);
    expect([...texts]).toContain("text a and text b");
    expect([...texts]).toContain("text b");
    // What became of an answer is read at once when it is found to have ended, and the next read waits the longer.
    const atOnce = (index: number) => (reads[index]?.kind === "messages" ? 1_000 : 0);
    expect(reads.map(({ at }) => at)).toStrictEqual(
      reads.map((_, index) => index * 1_000 - atOnce(index)),
    );
  });

  it("are not followed twice when one of them was followed before its id was known", async () => {
    const { turns, databaseHolds, onlyTurn } = controlledTurns();
    databaseHolds({ question, reply: null, openAnswers: [openAnswerTo(question, { id: "a" })] });
    turns.track(question, null);
    turns.track(question, openAnswerTo(question, { id: "a" }));
    await expect.poll(() => onlyTurn().answerId).toBe("a");
    turns.dispose();
  });
});

describe("an answer that was stopped", () => {
  it("is followed by reading the open answers alone, and the reply as soon as these tell that it is there [reply.stop]", async () => {
    const { turns, connection, databaseHolds, reads } = controlledTurns();
    const ended = turns.start(entry);
    connection().send(saved);
    const openAnswers = [openAnswerTo(question, { id: reply.id })];
    databaseHolds((now) =>
      now < 2_000 ? { question, reply: null, openAnswers } : { question, reply, openAnswers: [] },
    );
    await turns.stop("r1");
    await ended;
    expect(reads.map(({ at, kind }) => [at, kind])).toStrictEqual([
      [0, "open answers"],
      [1_000, "open answers"],
      [2_000, "open answers"],
      [2_000, "messages"],
    ]);
  });
});
