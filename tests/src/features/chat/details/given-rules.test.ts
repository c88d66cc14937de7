import { describe, expect, it } from "vitest";
import type { Message } from "#contract";
import type { MessagePage } from "#features/chat/data/message-pages-rules.ts";
import { givenMessages, pageBefore, pageUpTo } from "#features/chat/details/given-rules.ts";
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
const ids = ([asked = q1, ...before]: readonly Message[], contextFrom: string | null) => {
  const loaded = [question("later", 59, "none"), asked, ...before];
  return givenMessages(asked.id, loaded, contextFrom).map(({ id }) => id);
};

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
