import { describe, expect, it } from "vitest";
import { NOT_SENT } from "#features/chat/turns/turn-flow.ts";
import { openAnswerTo, brokenAnswerTo, message } from "../../../../support/chat-rows.ts";
import {
  openAnswer,
  CHAT_ID,
  controlledTurns,
  entry,
  question,
  reply,
} from "../../../../support/turn-effects.ts";

const withText = (content: string) => ({ ...openAnswer, content });

describe("an answer that this page does not stream", () => {
  it("is shown as it is written, and ends when its message is there", async () => {
    const { turns, databaseHolds, cached, publishTexts } = controlledTurns();
    const texts = new Set<string>();
    databaseHolds((now) => {
      publishTexts();
      texts.add(turns.texts.get().get(question.id) ?? "");
      if (now >= 8_000) return { question, reply, openAnswers: [] };
      const written = withText(now < 4_000 ? "Hello " : "Hello to");
      return { question, reply: null, openAnswers: [written] };
    });
    turns.track(question, null);
    await expect.poll(() => turns.inChat(CHAT_ID)).toStrictEqual([]);
    expect([...texts]).toStrictEqual(["", "Hello ", "Hello to"]);
    expect(cached).toStrictEqual([[question, reply]]);
  });

  it("is shown as coming while another tab sends its question, and as unsent when that tab gives up", async () => {
    const { turns, databaseHolds, othersSend, state, cached, stopClock } = controlledTurns();
    const states: unknown[] = [];
    othersSend(entry.messageId);
    databaseHolds((now) => {
      states.push(state()?.name);
      if (now >= 9_000) return { question, reply, openAnswers: [] };
      if (now >= 5_000 && now < 6_000) throw new Error("The database cannot be read.");
      return { question: null, reply: null, openAnswers: [] };
    });
    expect(await turns.followSent(entry)).toStrictEqual({ kind: "sent", isWhole: true });
    expect(new Set(states)).toStrictEqual(new Set(["waiting"]));
    expect(cached).toStrictEqual([[question, reply]]);

    databaseHolds({ question: null, reply: null, openAnswers: [] });
    othersSend();
    expect(await turns.followSent(entry)).toMatchObject({ kind: "failed" });
    expect(state()).toMatchObject({ name: "failed", saved: false, reason: NOT_SENT });
    othersSend(entry.messageId);
    stopClock();
    void turns.followSent(entry);
    expect(state()).toMatchObject({ name: "waiting", saved: false });
  });

  it("costs one read a second, and one at once when it has ended [answers.one-read]", async () => {
    const { turns, databaseHolds, reads } = controlledTurns();
    databaseHolds((now) =>
      now < 5_000
        ? { question, reply: null, openAnswers: [openAnswer] }
        : { question, reply, openAnswers: [] },
    );
    turns.track(question, null);
    turns.readRunning();
    await expect.poll(() => turns.inChat(CHAT_ID)).toStrictEqual([]);
    const read = Array.from({ length: 6 }, (_, index) => [index * 1_000, "open answers"]);
    expect(reads.map(({ at, kind }) => [at, kind])).toStrictEqual([...read, [5_000, "messages"]]);
  });

  it("is followed on when it cannot be read for three seconds [answers.live]", async () => {
    const { turns, databaseHolds, cached } = controlledTurns();
    databaseHolds((now) => {
      if (now >= 2_000 && now < 5_000) throw new Error("network");
      if (now >= 8_000) return { question, reply, openAnswers: [] };
      return { question, reply: null, openAnswers: [openAnswer] };
    });
    turns.track(question, openAnswer);
    await expect.poll(() => turns.inChat(CHAT_ID)).toStrictEqual([]);
    expect(cached).toStrictEqual([[question, reply]]);
  });

  it("is read at once with all others that the page begins to follow", async () => {
    const { turns, databaseHolds, reads, publishTexts, stopClock } = controlledTurns();
    stopClock();
    const openAnswers = ["a1", "a2", "a3", "a4"].map((id) =>
      openAnswerTo(question, { id, content: `Half of ${id}` }),
    );
    databaseHolds({ question, reply: null, openAnswers });
    openAnswers.forEach((answer) => turns.track(question, { ...answer, content: null }));
    await expect.poll(() => reads.map(({ kind }) => kind)).toStrictEqual(["open answers"]);
    publishTexts();
    expect(openAnswers.map(({ id }) => turns.texts.get().get(id))).toStrictEqual(
      openAnswers.map(({ content }) => content),
    );
    turns.dispose();
  });

  it("is shown within a second of each piece, and ends three seconds after its last one [answers.live]", async () => {
    const { turns, databaseHolds, publishTexts, now } = controlledTurns();
    const shown = new Map<string, number>();
    const ended = 20_000;
    databaseHolds((now) => {
      publishTexts();
      const text = turns.texts.get().get(openAnswer.id) ?? "";
      if (!shown.has(text)) shown.set(text, now);
      if (now >= ended) return { question, reply, openAnswers: [] };
      const written = "0123456".slice(0, 1 + Math.floor(now / 3_000));
      return { question, reply: null, openAnswers: [withText(written)] };
    });
    turns.track(question, openAnswer);
    await expect.poll(() => turns.inChat(CHAT_ID)).toStrictEqual([]);
    expect(now()).toBeLessThanOrEqual(ended + 3_000);
    // Each is seen by the read after the one that brought it; of any five reads one is of the openAnswers.
    const late = ["0", "01", "012", "0123", "01234", "012345", "0123456"].map(
      (text, index) => (shown.get(text) ?? Infinity) - index * 3_000,
    );
    expect(Math.max(...late)).toBeLessThanOrEqual(2_000);
  });

  it("is told of in the words that were used when it broke off, also where nothing was written [reply.unfinished]", async () => {
    for (const content of ["Hello to", null]) {
      const { turns, databaseHolds, state } = controlledTurns();
      const reason = "ChatGPT 4 is having trouble right now.";
      const broken = brokenAnswerTo(question, { content, reason });
      databaseHolds({ question, reply: null, openAnswers: [broken] });
      turns.track(question, null);
      await expect.poll(() => state()?.name).toBe("failed");
      expect(state()).toMatchObject({
        reason,
        ...(content !== null && { text: content }),
      });
    }
  });

  it("ends when its chat is deleted elsewhere, and the chat is followed", async () => {
    const { turns, databaseHolds, state, gone } = controlledTurns();
    databaseHolds((now) => ({
      question: now < 3_000 ? question : null,
      reply: null,
      openAnswers: now < 3_000 ? [openAnswer] : [],
    }));
    turns.track(question, openAnswer);
    await expect.poll(() => state()?.name).toBe("failed");
    expect(gone).toStrictEqual([CHAT_ID]);
  });

  it("is unfinished with its text when its chat is deleted and back between two reads", async () => {
    const { turns, databaseHolds, state, reads } = controlledTurns();
    const text = "Hello to you";
    const reason = "This chat was deleted before the reply was complete.";
    const kept = { ...openAnswer, status: "failed" as const, reason, content: text };
    let readsWhileGone = 0;
    databaseHolds((now) => {
      if (now < 3_000) return { question, reply: null, openAnswers: [openAnswer] };
      const isGone = reads.at(-1)?.kind === "open answers" && readsWhileGone++ === 0;
      return { question, reply: null, openAnswers: isGone ? [] : [kept] };
    });
    turns.track(question, openAnswer);
    await expect.poll(() => state()?.name).toBe("failed");
    expect(readsWhileGone).toBe(2);
    expect(state()).toMatchObject({ saved: true, text, reason });
  });

  it("is unanswered when nothing is left of its open answer, after one more look", async () => {
    const { turns, databaseHolds, state, reads, gone } = controlledTurns();
    databaseHolds((now) => ({
      question,
      reply: null,
      openAnswers: now < 3_000 ? [openAnswer] : [],
    }));
    turns.track(question, openAnswer);
    await expect.poll(() => state()?.name).toBe("failed");
    expect(state()).toMatchObject({ reason: "No reply was written to this message." });
    const ends = reads.slice(-4).map(({ kind }) => kind);
    expect(ends).toStrictEqual(["open answers", "messages", "open answers", "messages"]);
    expect(gone).toStrictEqual([]);
  });

  it("is looked for again when its question was stored after the open answers had been read", async () => {
    const { turns, connection, databaseHolds, state, reads } = controlledTurns();
    void turns.start(entry);
    databaseHolds({ question, reply: null, openAnswers: [] });
    connection().break(new Error("network"));
    await expect.poll(() => state()?.name).toBe("failed");
    expect(state()).toMatchObject({ saved: true });
    const kinds = reads.map(({ kind }) => kind);
    expect(kinds).toStrictEqual(["open answers", "messages", "open answers", "messages"]);
  });
});

describe("an answer that waits to be asked for", () => {
  const waiting = { ...openAnswer, status: "asked" as const };

  it("is asked for once by a page that sees it wait by two reads [answers.all-each]", async () => {
    const { turns, databaseHolds, connection, reads } = controlledTurns();
    databaseHolds({ question, reply: null, openAnswers: [waiting] });
    turns.readRunning();
    await expect.poll(() => turns.inChat(question.chat_id).length).toBe(1);
    expect(reads).toHaveLength(2);
    const { sent, break: refuse } = connection();
    expect(sent).toMatchObject({
      questionId: question.id,
      answerId: waiting.id,
      state: { saved: true },
    });
    // Refused, it stands as unanswered, and nothing is followed.
    refuse({ reason: "Not now", code: "rate_limited", retryable: true, status: 429 });
    await expect.poll(() => turns.inChat(question.chat_id)[0]?.state.name).toBe("failed");
    turns.readRunning();
    await expect.poll(() => reads.length).toBeGreaterThan(2);
    expect(() => connection(1)).toThrow("connection 1 was not opened");
    expect(turns.answeringElsewhere.get().size).toBe(0);
  });

  it("is left to others by a page that nobody sees", async () => {
    const { turns, databaseHolds, hide, reads } = controlledTurns();
    databaseHolds({ question, reply: null, openAnswers: [waiting] });
    hide();
    turns.readRunning();
    await expect.poll(() => reads.length).toBe(1);
    turns.readRunning();
    await expect.poll(() => reads.length).toBe(2);
    expect(turns.inChat(question.chat_id)).toStrictEqual([]);
  });
});

describe("answers that are being written in other chats", () => {
  const elsewhere = openAnswerTo(message({ chat_id: "c2" }), { chat_id: "c2" });

  it("are known after one look, and the chat is read again when they begin and when they end", async () => {
    const { turns, databaseHolds, changed, reads } = controlledTurns();
    const nothing = { question: null, reply: null };
    const seen = new Set<string>();
    databaseHolds((now) => {
      seen.add([...turns.answeringElsewhere.get()].join());
      return { ...nothing, openAnswers: now < 3_000 ? [elsewhere] : [] };
    });
    turns.readRunning();
    await expect.poll(() => changed.length).toBe(2);
    expect([...seen]).toStrictEqual(["", "c2"]);
    expect(turns.answeringElsewhere.get().size).toBe(0);
    expect(changed).toStrictEqual(["c2", "c2"]);
    expect(reads.every(({ kind }) => kind === "open answers")).toBe(true);
  });

  it("are told of one by one when several are begun in one chat", async () => {
    const { turns, databaseHolds, changed } = controlledTurns();
    const another = { ...elsewhere, id: "another" };
    databaseHolds((now) => ({
      question: null,
      reply: null,
      openAnswers: now < 3_000 ? [elsewhere] : now < 6_000 ? [elsewhere, another] : [],
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
});
