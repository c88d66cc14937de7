import { describe, expect, it } from "vitest";
import type { StreamEvent } from "#contract";
import { CONNECTION_LOST } from "#features/chat/turns/turn-flow.ts";
import { turnOfQuestion } from "#features/chat/turns/turn-rules.ts";
import { attemptAt, replyTo } from "../../../../support/chat-rows.ts";
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
    ["has no attempt at it", { question, reply: null, attempts: [] }],
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
    const attempt = attemptAt(question, { id: "a" });
    const answer = { ...reply, id: "a" };
    databaseHolds((time) =>
      time < 5_000
        ? { question, reply: null, attempts: [attempt] }
        : { question, reply: answer, attempts: [] },
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
    databaseHolds({ question, reply: { ...reply, id: "a" }, attempts: [] });
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
    databaseHolds({ question, reply: { ...reply, id: "a" }, attempts: [] });
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
    const attempts = ["a", "b"].map((id) => attemptAt(question, { id }));
    const pieces = attempts.map(({ id: answer_id }) => ({
      answer_id,
      position: 1,
      content: `text ${answer_id}`,
    }));
    const texts = new Set<string>();
    databaseHolds((now) => {
      publishTexts();
      texts.add([...turns.texts.get().values()].join(" and "));
      const claimed_until = `2026-11-21T08:00:${20 + Math.floor(now / 1000)}Z`;
      const running = attempts.map((attempt) => ({ ...attempt, claimed_until }));
      if (now < 5_000) return { question, reply: null, attempts: running, pieces };
      const ended = now < 9_000 ? "a" : "b";
      const left = now < 9_000 ? running.slice(1) : [];
      const rest = pieces.slice(pieces.length - left.length);
      return { question, reply: replyTo(question, { id: ended }), attempts: left, pieces: rest };
    });
    attempts.forEach((attempt) => turns.track(question, attempt));
    attempts.forEach((attempt) => turns.track(question, attempt));
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
    databaseHolds({ question, reply: null, attempts: [attemptAt(question, { id: "a" })] });
    turns.track(question, null);
    turns.track(question, attemptAt(question, { id: "a" }));
    await expect.poll(() => onlyTurn().answerId).toBe("a");
    turns.dispose();
  });
});

describe("an answer that was stopped", () => {
  it("is followed by reading the attempts alone, and the reply as soon as these tell that it is there [reply.stop]", async () => {
    const { turns, connection, databaseHolds, reads } = controlledTurns();
    const ended = turns.start(entry);
    connection().send(saved);
    const attempts = [attemptAt(question, { id: reply.id })];
    databaseHolds((now) =>
      now < 2_000 ? { question, reply: null, attempts } : { question, reply, attempts: [] },
    );
    await turns.stop("q1");
    await ended;
    expect(reads.map(({ at, kind }) => [at, kind])).toStrictEqual([
      [0, "attempts"],
      [1_000, "attempts"],
      [2_000, "attempts"],
      [2_000, "messages"],
    ]);
  });
});
