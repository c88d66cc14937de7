import { describe, expect, it } from "vitest";
import { attemptAt, brokenAttemptAt, message } from "../../../../support/chat-rows.ts";
import {
  attempt,
  CHAT_ID,
  controlledTurns,
  question,
  reply,
} from "../../../../support/turn-effects.ts";

const pieces = [
  { answer_id: attempt.id, position: 1, content: "Hello " },
  { answer_id: attempt.id, position: 2, content: "to" },
];

describe("an answer that this page does not stream", () => {
  it("is shown as it is written, and ends when its message is there", async () => {
    const { turns, databaseHolds, cached, publishTexts } = controlledTurns();
    const texts = new Set<string>();
    databaseHolds((now) => {
      publishTexts();
      texts.add(turns.texts.get().get(question.id) ?? "");
      if (now >= 8_000) return { question, reply, attempts: [] };
      const written = pieces.slice(0, now < 4_000 ? 1 : 2);
      return { question, reply: null, attempts: [attempt], pieces: written };
    });
    turns.track(question, null);
    await expect.poll(() => turns.inChat(CHAT_ID)).toStrictEqual([]);
    expect([...texts]).toStrictEqual(["", "Hello ", "Hello to"]);
    expect(cached).toStrictEqual([[question, reply]]);
  });

  it("costs one read a second, of which the first two come at once, and none after it has ended [answers.one-read]", async () => {
    const { turns, databaseHolds, reads, now } = controlledTurns();
    databaseHolds({ question, reply: null, attempts: [attempt] });
    turns.track(question, null);
    turns.readRunning();
    await expect.poll(() => turns.inChat(CHAT_ID)[0]?.state.name).toBe("failed");
    const times = reads.map(({ at }) => at);
    expect(times).toStrictEqual(times.map((_, index) => (index === 1 ? 0 : index * 1_000)));
    expect(reads.slice(0, 2).map(({ kind }) => kind)).toStrictEqual(["attempts", "pieces"]);
    expect(now()).toBeLessThan(60_000);
  });

  it("is read at once with all others that the page begins to follow, also while it waits for the next read", async () => {
    for (const isWaiting of [false, true]) {
      const { turns, databaseHolds, reads, publishTexts, stopClock } = controlledTurns();
      stopClock();
      const attempts = ["a1", "a2", "a3", "a4"].map((id) => attemptAt(question, { id }));
      const pieces = attempts.map(({ id }) => ({
        answer_id: id,
        position: 1,
        content: `Half of ${id}`,
      }));
      databaseHolds({ question, reply: null, attempts, pieces });
      const before = isWaiting ? ["attempts"] : [];
      if (isWaiting) turns.readRunning();
      await expect.poll(() => reads.map(({ kind }) => kind)).toStrictEqual(before);
      attempts.forEach((attempt) => turns.track(question, attempt));
      await expect.poll(() => reads.map(({ kind }) => kind)).toStrictEqual([...before, "pieces"]);
      publishTexts();
      expect(attempts.map(({ id }) => turns.texts.get().get(id))).toStrictEqual(
        pieces.map(({ content }) => content),
      );
      turns.dispose();
    }
  });

  it("is read piece by piece at once when the page has just read its attempt", async () => {
    const { turns, databaseHolds, reads, publishTexts } = controlledTurns();
    const texts: (string | undefined)[] = [];
    databaseHolds((now) => {
      publishTexts();
      texts.push(turns.texts.get().get(attempt.id));
      if (now >= 2_000) return { question, reply, attempts: [] };
      return { question, reply: null, attempts: [attempt], pieces };
    });
    turns.track(question, attempt);
    await expect.poll(() => turns.inChat(CHAT_ID)).toStrictEqual([]);
    expect(reads.map(({ kind }) => kind).slice(0, 2)).toStrictEqual(["pieces", "pieces"]);
    expect(texts.slice(0, 2)).toStrictEqual(["", "Hello to"]);
  });

  it("is shown within a second of each piece, and ends three seconds after its last one [answers.live]", async () => {
    const { turns, databaseHolds, publishTexts, now } = controlledTurns();
    const shown = new Map<string, number>();
    const ended = 20_000;
    databaseHolds((now) => {
      publishTexts();
      const text = turns.texts.get().get(attempt.id) ?? "";
      if (!shown.has(text)) shown.set(text, now);
      if (now >= ended) return { question, reply, attempts: [] };
      const written = Array.from({ length: 1 + Math.floor(now / 3_000) }, (_, index) => ({
        answer_id: attempt.id,
        position: index + 1,
        content: `${index}`,
      }));
      return { question, reply: null, attempts: [attempt], pieces: written };
    });
    turns.track(question, attempt);
    await expect.poll(() => turns.inChat(CHAT_ID)).toStrictEqual([]);
    expect(now()).toBeLessThanOrEqual(ended + 3_000);
    // Each is seen by the read after the one that brought it; of any five reads one is of the attempts.
    const late = ["0", "01", "012", "0123", "01234", "012345", "0123456"].map(
      (text, index) => (shown.get(text) ?? Infinity) - index * 3_000,
    );
    expect(Math.max(...late)).toBeLessThanOrEqual(2_000);
  });

  it("is told of in the words that were used when it broke off, also where nothing was written [reply.unfinished]", async () => {
    for (const content of ["Hello to", null]) {
      const { turns, databaseHolds, state } = controlledTurns();
      const failure_text = "ChatGPT 4 is having trouble right now.";
      const broken = brokenAttemptAt(question, { content, failure_text });
      databaseHolds({ question, reply: null, attempts: [broken] });
      turns.track(question, null);
      await expect.poll(() => state()?.name).toBe("failed");
      expect(state()).toMatchObject({
        reason: failure_text,
        ...(content !== null && { text: content }),
      });
    }
  });

  it("ends when its chat is deleted elsewhere, and the chat is followed", async () => {
    const { turns, databaseHolds, state, gone } = controlledTurns();
    databaseHolds((now) => ({
      question: now < 3_000 ? question : null,
      reply: null,
      attempts: now < 3_000 ? [attempt] : [],
      pieces,
    }));
    turns.track(question, attempt);
    await expect.poll(() => state()?.name).toBe("failed");
    expect(gone).toStrictEqual([CHAT_ID]);
  });

  it("is unfinished with its text when its chat is deleted and back between two reads, and the chat is followed", async () => {
    const { turns, databaseHolds, state, reads, gone } = controlledTurns();
    const text = "Hello to you";
    const kept = { ...attempt, claimed_until: null, failure: "gone", content: text };
    let readsWhileGone = 0;
    databaseHolds((now) => {
      if (now < 3_000) return { question, reply: null, attempts: [attempt], pieces: [] };
      const isGone = reads.at(-1)?.kind === "attempts" && readsWhileGone++ === 0;
      return { question, reply: null, attempts: isGone ? [] : [kept] };
    });
    turns.track(question, attempt);
    await expect.poll(() => state()?.name).toBe("failed");
    expect(readsWhileGone).toBe(2);
    const reason = "This chat was deleted before the reply was complete.";
    expect(state()).toMatchObject({ saved: true, text, reason });
    expect(gone).toStrictEqual([CHAT_ID]);
  });

  it("is unanswered when nothing is left of its attempt, after one more look", async () => {
    const { turns, databaseHolds, state, reads, gone } = controlledTurns();
    databaseHolds((now) => ({ question, reply: null, attempts: now < 3_000 ? [attempt] : [] }));
    turns.track(question, attempt);
    await expect.poll(() => state()?.name).toBe("failed");
    expect(state()).toMatchObject({ reason: "No reply was written to this message." });
    const ends = reads.slice(-4).map(({ kind }) => kind);
    expect(ends).toStrictEqual(["attempts", "messages", "attempts", "messages"]);
    expect(gone).toStrictEqual([]);
  });

  it("is looked for again when its question was stored after the attempts had been read", async () => {
    const { turns, connection, databaseHolds, state, reads } = controlledTurns();
    void turns.start({
      messageId: question.id,
      chatId: CHAT_ID,
      content: "Hello",
      model: null,
      startsChat: false,
    });
    databaseHolds({ question, reply: null, attempts: [] });
    connection().break(new Error("network"));
    await expect.poll(() => state()?.name).toBe("failed");
    expect(state()).toMatchObject({ saved: true });
    const kinds = reads.map(({ kind }) => kind);
    expect(kinds).toStrictEqual(["attempts", "messages", "attempts", "messages"]);
  });
});

describe("answers that are being written in other chats", () => {
  const elsewhere = attemptAt(message({ chat_id: "c2" }), { chat_id: "c2" });

  it("are known after one look, and the chat is read again when they begin and when they end", async () => {
    const { turns, databaseHolds, changed, reads } = controlledTurns();
    const nothing = { question: null, reply: null };
    const seen = new Set<string>();
    databaseHolds((now) => {
      seen.add([...turns.answeringElsewhere.get()].join());
      return { ...nothing, attempts: now < 3_000 ? [elsewhere] : [] };
    });
    turns.readRunning();
    await expect.poll(() => changed.length).toBe(2);
    expect([...seen]).toStrictEqual(["", "c2"]);
    expect(turns.answeringElsewhere.get().size).toBe(0);
    expect(changed).toStrictEqual(["c2", "c2"]);
    expect(reads.every(({ kind }) => kind === "attempts")).toBe(true);
  });

  it("are told of one by one when several are begun in one chat", async () => {
    const { turns, databaseHolds, changed } = controlledTurns();
    const another = { ...elsewhere, id: "another" };
    databaseHolds((now) => ({
      question: null,
      reply: null,
      attempts: now < 3_000 ? [elsewhere] : now < 6_000 ? [elsewhere, another] : [],
    }));
    turns.readRunning();
    await expect.poll(() => changed.length).toBe(3);
    expect(changed).toStrictEqual(["c2", "c2", "c2"]);
  });

  it("cost one read when there are none", async () => {
    const { turns, reads, now } = controlledTurns();
    turns.readRunning();
    await expect.poll(() => reads.length).toBe(1);
    expect(now()).toBe(0);
  });

  it("are no longer followed when their claim is dead", async () => {
    const { turns, databaseHolds, now } = controlledTurns();
    databaseHolds({ question: null, reply: null, attempts: [elsewhere] });
    turns.readRunning();
    await expect.poll(now).toBe(25_000);
    await expect.poll(() => turns.answeringElsewhere.get().size).toBe(0);
  });
});
