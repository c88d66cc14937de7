import { describe, expect, it } from "vitest";
import type { Message } from "#contract";
import type { MessagePage } from "#features/chat/data/message-pages-rules.ts";
import { givenMessages, pageBefore, pageUpTo } from "#features/chat/details/given-rules.ts";
import type { ModelId } from "#models";
import { message, replyTo } from "../../../../support/chat-rows.ts";

const at = (minute: number, second = 0) =>
  new Date(Date.UTC(2026, 10, 21, 8, minute, second)).toISOString();
const question = (id: string, minute: number, follows: string | null = null) =>
  message({ id, created_at: at(minute), follows });

const q1 = question("q1", 1);
const early = replyTo(q1, { id: "a1", created_at: at(1, 10) });
const late = replyTo(q1, { id: "a2", created_at: at(1, 20) });
const q2 = question("q2", 2);
/** What was given for the newest of these, where a later message is loaded too. */
const givenFor = (
  [asked = q1, ...before]: readonly Message[],
  contextFrom: string | null = null,
  askedAt: string | null = at(50),
  model: ModelId | null = "grok",
) => {
  const loaded = [question("later", 59, "none"), asked, ...before];
  const { given, declined } = givenMessages(asked.id, loaded, contextFrom, askedAt, model);
  return { ids: given.map(({ id }) => id), declined };
};
const ids = (...args: Parameters<typeof givenFor>) => givenFor(...args).ids;

describe("givenMessages", () => {
  it("are all questions and the newest reply to each, oldest first [answers.details]", () => {
    expect(ids([q2, late, early, q1], null)).toEqual(["q1", "a2", "q2"]);
  });

  it("have of several replies the one that the next message follows", () => {
    expect(ids([question("q2", 2, "a1"), late, early, q1], null)).toEqual(["q1", "a1", "q2"]);
  });

  it("begin with the first message that the model was given", () => {
    const reply = replyTo(q2, { id: "a3", created_at: at(2, 10) });
    const asked = question("q3", 3);
    expect(ids([asked, reply, q2, late, q1], "q2")).toEqual(["q2", "a3", "q3"]);
    expect(ids([asked, reply, q2, late, q1], "q3")).toEqual(["q3"]);
  });

  describe("where a model had declined a message", () => {
    const declined = { ...q1, refusals: { "claude-4": at(1, 5) } };

    it("leave it out, and count it, while it has no reply [models.declined] [answers.details]", () => {
      expect(givenFor([q2, declined])).toEqual({ ids: ["q2"], declined: 1 });
      expect(givenFor([q2, declined], null, null)).toEqual({ ids: ["q2"], declined: 1 });
      expect(givenFor([q2, late, declined])).toEqual({ ids: ["q1", "a2", "q2"], declined: 0 });
    });

    it("leave it out with its reply where this is the model that declined it, until it has answered itself [models.declined] [answers.details]", () => {
      const given = (...messages: Message[]) => givenFor(messages, null, at(50), "claude-4");
      expect(given(q2, late, declined)).toEqual({ ids: ["q2"], declined: 2 });
      const own = { ...early, model: "claude-4" as const };
      expect(given(q2, late, own, declined)).toEqual({ ids: ["q1", "a2", "q2"], declined: 0 });
      expect(givenFor([q2, late, declined], null, at(50), null)).toMatchObject({ declined: 0 });
      expect(givenFor([q2, late, declined], null, at(1, 4), "claude-4")).toMatchObject({
        declined: 0,
      });
    });

    it("have it when it was declined later than this model was asked", () => {
      expect(givenFor([q2, declined], null, at(1, 4))).toEqual({ ids: ["q1", "q2"], declined: 0 });
    });

    it("have it when it is the one that was asked", () => {
      expect(givenFor([{ ...q2, refusals: { "claude-4": at(2, 5) } }, late, q1])).toMatchObject({
        declined: 0,
      });
    });

    it("count none of before the memory begins", () => {
      const asked = question("q3", 3);
      expect(givenFor([asked, q2, declined], "q2")).toEqual({ ids: ["q2", "q3"], declined: 0 });
    });
  });

  it("have a chosen reply whose question is not loaded yet, and no other reply to it", () => {
    expect(ids([question("q2", 2, "a1"), late, early], "q0")).toEqual(["a1", "q2"]);
    expect(ids([q2, late, early], "q0")).toEqual(["a2", "q2"]);
  });
});

describe("the pages that are read for them", () => {
  const page = (full: boolean, ...messages: MessagePage["messages"]): MessagePage => ({
    full,
    messages,
  });

  it("begin with the question itself, at whatever id", () => {
    const param = pageUpTo("2026-11-21T08:00:00Z");
    expect(param).toMatchObject({ from: "before", cursor: { createdAt: "2026-11-21T08:00:00Z" } });
  });

  it("go back until the message where the memory begins is read, or the first of the chat", () => {
    const param = pageUpTo(q2.created_at);
    const before = { from: "before", cursor: { createdAt: late.created_at, id: "a2" } };
    expect(pageBefore(page(true, q2, late), param, null)).toEqual(before);
    expect(pageBefore(page(true, q2, late), param, "q1")).toEqual(before);
    expect(pageBefore(page(true, q2, late), param, "a2")).toBeUndefined();
    expect(pageBefore(page(false, q2, late), param, "q1")).toBeUndefined();
  });
});
