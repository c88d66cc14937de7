import { describe, expect, it } from "vitest";
import {
  draftsKey,
  HOME,
  isNothing,
  NO_DRAFTS,
  type Outgoing,
  readDrafts,
  textAt,
  withText,
  withVisitors,
} from "#features/chat/drafts/draft-rules.ts";
import {
  arrived,
  givenBack,
  movedHome,
  returnedTo,
  sent,
  withoutPlace,
} from "#features/chat/drafts/outbox-rules.ts";

const outgoing: Outgoing = {
  messageId: "m1",
  chatId: "c1",
  text: "Hello",
  model: "grok",
  startsChat: false,
};

describe("where drafts are kept", () => {
  it("is a place for each person, and one for visitors", () => {
    expect(draftsKey("u1")).toBe("chat-drafts:u1");
    expect(draftsKey(null)).toBe("chat-drafts:visitor");
  });
});

describe("drafts by place", () => {
  it("do not touch each other", () => {
    const drafts = withText(withText(NO_DRAFTS, "c1", "one"), HOME, "two");
    expect(textAt(drafts, "c1")).toBe("one");
    expect(textAt(drafts, HOME)).toBe("two");
    expect(textAt(drafts, "c2")).toBe("");
  });

  it("leave nothing behind when emptied", () => {
    expect(isNothing(withText(withText(NO_DRAFTS, "c1", "one"), "c1", ""))).toBe(true);
  });

  it("go with their chat", () => {
    const drafts = sent(withText(NO_DRAFTS, "c1", "next"), "c1", outgoing);
    expect(isNothing(withoutPlace(withText(drafts, "c1", "more"), "c1"))).toBe(true);
  });
});

describe("a message on its way", () => {
  it("stays stored until the server has it", () => {
    const drafts = sent(withText(NO_DRAFTS, "c1", "Hello"), "c1", outgoing);
    expect(textAt(drafts, "c1")).toBe("");
    expect(drafts.outbox).toStrictEqual([outgoing]);
    expect(isNothing(arrived(drafts, "m1"))).toBe(true);
  });

  it("is stored once, however often it is tried", () => {
    expect(sent(sent(NO_DRAFTS, "c1", outgoing), "c1", outgoing).outbox).toHaveLength(1);
  });

  it("goes back into its box when refused", () => {
    const drafts = givenBack(sent(NO_DRAFTS, "c1", outgoing), "c1", outgoing, false);
    expect(drafts).toStrictEqual({ texts: { c1: "Hello" }, outbox: [], returned: [] });
  });

  it("keeps its ids when the server may hold it, until another text is sent or the box is empty", () => {
    const drafts = givenBack(sent(NO_DRAFTS, "c1", outgoing), "c1", outgoing, true);
    expect(returnedTo(drafts, "c1", "Hello")).toStrictEqual(outgoing);
    expect(returnedTo(drafts, "c1", "Hello!")).toBeUndefined();
    expect(returnedTo(drafts, HOME, "Hello")).toBeUndefined();
    expect(returnedTo(withText(drafts, "c1", "Hello!"), "c1", "Hello")).toStrictEqual(outgoing);
    expect(returnedTo(withText(drafts, "c1", ""), "c1", "Hello")).toBeUndefined();
    const again = sent(drafts, "c1", { ...outgoing, messageId: "m2", text: "Hello!" });
    expect(returnedTo(again, "c1", "Hello")).toBeUndefined();
    expect(readDrafts(JSON.parse(JSON.stringify(drafts)))).toStrictEqual(drafts);
  });

  it("comes home with what was typed in the chat that it did not start", () => {
    const first = { ...outgoing, startsChat: true };
    const typed = withText(sent(NO_DRAFTS, HOME, first), "c1", "And then");
    const drafts = givenBack(typed, HOME, first, true);
    expect(drafts.texts).toStrictEqual({ [HOME]: "Hello\n\nAnd then" });
    expect(movedHome(withText(NO_DRAFTS, "c2", "Words"), "c2").texts).toStrictEqual({
      [HOME]: "Words",
    });
    expect(movedHome(NO_DRAFTS, "c2")).toBe(NO_DRAFTS);
  });

  it("goes back before what was typed since", () => {
    const typed = withText(sent(NO_DRAFTS, "c1", outgoing), "c1", "And more");
    expect(textAt(givenBack(typed, "c1", outgoing, false), "c1")).toBe("Hello\n\nAnd more");
  });

  it("stays gone when its person has logged out meanwhile", () => {
    expect(givenBack(NO_DRAFTS, "c1", outgoing, false)).toBe(NO_DRAFTS);
  });

  it("is not doubled when the same text was typed again", () => {
    const typed = withText(sent(NO_DRAFTS, "c1", outgoing), "c1", "Hello");
    expect(textAt(givenBack(typed, "c1", outgoing, false), "c1")).toBe("Hello");
  });
});

describe("a visitor who logs in", () => {
  it("finds the home box as they left it [drafts.login]", () => {
    const visitors = withText(NO_DRAFTS, HOME, "Mine");
    expect(textAt(withVisitors(NO_DRAFTS, visitors), HOME)).toBe("Mine");
  });

  it("keeps what they had written before", () => {
    const own = withText(NO_DRAFTS, HOME, "Before");
    const visitors = withText(NO_DRAFTS, HOME, "After");
    expect(textAt(withVisitors(own, visitors), HOME)).toBe("Before\n\nAfter");
  });
});

describe("what local storage holds", () => {
  it.each([undefined, null, 7, "text", [], {}, { texts: 3, outbox: "x" }, { texts: { c1: 5 } }])(
    "%j is no drafts",
    (stored) => {
      expect(readDrafts(stored)).toStrictEqual(NO_DRAFTS);
    },
  );

  it("keeps the parts that fit", () => {
    const stored = {
      texts: { c1: "one", c2: 2 },
      outbox: [outgoing, { ...outgoing, model: "gpt-9" }, { messageId: "m2" }, null],
      returned: "junk",
    };
    expect(readDrafts(stored)).toStrictEqual({
      texts: { c1: "one" },
      outbox: [outgoing],
      returned: [],
    });
  });

  it("comes back as it was written", () => {
    const drafts = sent(withText(NO_DRAFTS, HOME, "two"), "c1", outgoing);
    expect(readDrafts(structuredClone(drafts))).toStrictEqual(drafts);
  });
});
