import { describe, expect, it } from "vitest";
import {
  boxAt,
  type Drafts,
  HOME,
  nextOrder,
  NO_DRAFTS,
  type OutboxEntry,
  parseBox,
  parseEntry,
  contentAt,
  withContent,
  withVisitorsDraft,
  modelAt,
  withBox,
} from "#features/chat/drafts/draft-rules.ts";
import {
  removeFromOutbox,
  returnToBox,
  moveHome,
  findReturned,
  addToOutbox,
  withoutChatDrafts,
} from "#features/chat/drafts/outbox-rules.ts";
import {
  queuedIn,
  releaseQueued,
  returnWaiting,
  takeBackQueued,
  tellQueue,
} from "#features/chat/drafts/queue-rules.ts";
import { contentsOf, anEntry as entry, reloaded, typedIn } from "../../../../support/drafts.ts";

describe("drafts of several places", () => {
  it("are empty when the last box is emptied", () => {
    expect(withContent(typedIn({ c1: "one" }), "c1", "")).toStrictEqual(NO_DRAFTS);
  });
});

describe("a message in the outbox", () => {
  it("stays there until the server acknowledges it", () => {
    const drafts = addToOutbox(withContent(NO_DRAFTS, "c1", "Hello"), "c1", entry);
    expect(contentAt(drafts, "c1")).toBe("");
    expect(drafts.outbox).toStrictEqual([entry]);
    expect(removeFromOutbox(drafts, "m1")).toStrictEqual(NO_DRAFTS);
  });

  it("goes back into its box when the server refuses it", () => {
    const drafts = returnToBox(addToOutbox(NO_DRAFTS, "c1", entry), "c1", entry, false);
    expect(drafts).toStrictEqual(typedIn({ c1: "Hello" }));
  });

  it("keeps its ids when the server may hold it, until another content is sent or the box is emptied", () => {
    const drafts = returnToBox(addToOutbox(NO_DRAFTS, "c1", entry), "c1", entry, true);
    expect(findReturned(drafts, "c1", "Hello")).toStrictEqual(entry);
    expect(findReturned(drafts, "c1", "Hello!")).toBeUndefined();
    expect(findReturned(drafts, HOME, "Hello")).toBeUndefined();
    expect(findReturned(withContent(drafts, "c1", "Hello!"), "c1", "Hello")).toStrictEqual(entry);
    expect(findReturned(withContent(drafts, "c1", ""), "c1", "Hello")).toBeUndefined();
    const again = addToOutbox(drafts, "c1", { ...entry, messageId: "m2", content: "Hello!" });
    expect(findReturned(again, "c1", "Hello")).toBeUndefined();
    expect(reloaded(drafts)).toStrictEqual(drafts);
  });

  it("goes back into the home box with what was typed in the chat that it should have started", () => {
    const first = { ...entry, startsChat: true };
    const typed = withContent(addToOutbox(NO_DRAFTS, HOME, first), "c1", "And then");
    const drafts = returnToBox(typed, HOME, first, true);
    expect(contentsOf(drafts)).toStrictEqual({ [HOME]: "Hello\n\nAnd then" });
  });

  it("does not come back after its person has logged out", () => {
    expect(returnToBox(NO_DRAFTS, "c1", entry, false)).toBe(NO_DRAFTS);
  });

  it("is not doubled when the same content was typed again", () => {
    const typed = withContent(addToOutbox(NO_DRAFTS, "c1", entry), "c1", "Hello");
    expect(contentAt(returnToBox(typed, "c1", entry, false), "c1")).toBe("Hello");
  });
});

describe("a visitor who logs in", () => {
  it("finds what they typed in the home box [drafts.login]", () => {
    const visitors = withContent(NO_DRAFTS, HOME, "Mine");
    expect(contentAt(withVisitorsDraft(NO_DRAFTS, visitors), HOME)).toBe("Mine");
  });

  it("keeps what they had typed before as a member", () => {
    const own = withContent(NO_DRAFTS, HOME, "Before");
    const visitors = withContent(NO_DRAFTS, HOME, "After");
    expect(contentAt(withVisitorsDraft(own, visitors), HOME)).toBe("Before\n\nAfter");
  });
});

describe("drafts in local storage", () => {
  it.each([
    undefined,
    null,
    7,
    "text",
    [],
    {},
    { content: 7, messageId: "m2", returned: [null, { ...entry, answerId: 1 }] },
  ])("%j is read as an empty box, and as no message", (stored) => {
    expect(parseBox(stored)).toStrictEqual(boxAt(NO_DRAFTS, "c1"));
    expect(parseEntry(stored)).toBe(null);
  });

  it("are read without the parts that do not fit, and a message to a model that is gone stays", () => {
    const box = { content: "one", model: "eliza", returned: "junk" };
    expect(parseBox(box)).toStrictEqual(boxAt(typedIn({ c1: "one" }), "c1"));
    expect(parseEntry({ ...entry, model: "gpt-9" })).toStrictEqual({ ...entry, model: null });
  });
});

describe("the model chosen for a draft", () => {
  const chosen = withBox(NO_DRAFTS, HOME, { model: "grok" });

  it("is kept in local storage, without names that are no models [typing.model]", () => {
    expect(modelAt(reloaded(chosen), HOME)).toBe("grok");
    expect(parseBox({ content: "", model: 4 }).model).toBe(null);
  });

  it("goes from a visitor to the person who logs in", () => {
    expect(modelAt(withVisitorsDraft(NO_DRAFTS, chosen), HOME)).toBe("grok");
    expect(modelAt(withVisitorsDraft(chosen, NO_DRAFTS), HOME)).toBe("grok");
  });
});

describe("a chat that could not be created", () => {
  it("moves what was sent and typed in it, with its model, to the home box [typing.refused] or to the chat in its place [chats.one-empty]", () => {
    const sent = addToOutbox(withBox(NO_DRAFTS, "c1", { model: "grok" }), "c1", entry);
    const more = withContent(withContent(sent, "c1", "more"), HOME, "Before");
    const home = typedIn({ [HOME]: "Before\n\nHello\n\nmore" });
    expect(moveHome(more, "c1")).toStrictEqual(withBox(home, HOME, { model: "grok" }));
    const other = typedIn({ [HOME]: "Before", c2: "Hello\n\nmore" });
    expect(moveHome(more, "c1", "c2")).toStrictEqual(withBox(other, "c2", { model: "grok" }));
  });
});

describe("a message that waits for the running reply [composer.queue]", () => {
  const first: OutboxEntry = { ...entry, waitsFor: "reply" };
  const second: OutboxEntry = { ...first, messageId: "m2", content: "And then" };
  const other: OutboxEntry = { ...first, messageId: "m3", chatId: "c2" };
  const waiting = [first, second, other].reduce(
    (all, each) => addToOutbox(all, each.chatId, each),
    NO_DRAFTS,
  );

  it("is in the outbox, in order and apart from those that were sent", () => {
    expect(
      queuedIn(addToOutbox(waiting, "c1", { ...entry, messageId: "m4" }).outbox, "c1"),
    ).toStrictEqual([first, second]);
  });

  it("keeps its place when the clock is set back and later messages have smaller ids [composer.queue-clock]", () => {
    const sent = ["m9", "m2", "m1"].reduce<Drafts>((all, messageId) => {
      const order = nextOrder(all);
      return addToOutbox(all, "c1", { ...first, messageId, order, content: messageId });
    }, NO_DRAFTS);
    const drafts = reloaded(sent);
    expect(drafts.outbox.map(({ messageId }) => messageId)).toStrictEqual(["m9", "m2", "m1"]);
    const held = tellQueue(drafts, "c1", { type: "sent", entry: drafts.outbox[1] ?? first }).outbox;
    expect(held.map(({ waitsFor }) => waitsFor)).toStrictEqual(["person", "reply", "reply"]);
    const stopped = tellQueue(drafts, "c1", {
      type: "stopRequested",
      last: drafts.outbox[1] ?? first,
    }).outbox;
    expect(stopped.map(({ waitsFor }) => waitsFor)).toStrictEqual(["ending", "ending", "reply"]);
    expect(contentAt(returnWaiting(drafts, "c1"), "c1")).toBe("m9\n\nm2\n\nm1");
    const back = takeBackQueued(takeBackQueued(drafts, { ...first, messageId: "m1" }), {
      ...first,
      messageId: "m9",
    });
    expect(nextOrder(back)).toBe(3);
  });

  it("goes behind what has come back into a box and may be sent again", () => {
    const sent = addToOutbox(NO_DRAFTS, "c1", { ...entry, order: 4 });
    expect(nextOrder(returnToBox(sent, "c1", entry, true))).toBe(5);
  });

  it.each([
    [true, "reply"],
    ["stop", "ending"],
    ["offline", "network"],
    ["held", "person"],
    [undefined, null],
    ["long", null],
  ])(
    "of an earlier version that kept %s for what it waits for still waits: %s",
    (isQueued, waitsFor) => {
      const { waitsFor: _, ...older } = entry;
      expect(parseEntry({ ...older, isQueued })).toStrictEqual({ ...entry, waitsFor });
    },
  );

  it("of an earlier version, which kept no order, goes before all others", () => {
    const { order: _, ...older } = entry;
    expect(parseEntry(older)).toStrictEqual({ ...entry, order: 0 });
  });

  it("is one that was sent once it is let go, and what is typed by then stays", () => {
    const drafts = releaseQueued(withContent(waiting, "c1", "typed"), "m1");
    expect(drafts.outbox).toStrictEqual([{ ...entry, hasWaited: true }, second, other]);
    expect(contentAt(drafts, "c1")).toBe("typed");
    expect(releaseQueued(drafts, "m1")).toBe(drafts);
  });

  it("comes back into the box in order, before what is typed there [composer.queue-held]", () => {
    const drafts = returnWaiting(withContent(waiting, "c1", "typed"), "c1");
    expect(contentAt(drafts, "c1")).toBe("Hello\n\nAnd then\n\ntyped");
    expect(drafts.outbox).toStrictEqual([other]);
  });

  it("comes back alone where one is taken back, and not when it has been sent by then", () => {
    const drafts = takeBackQueued(waiting, second);
    expect(contentAt(drafts, "c1")).toBe("And then");
    expect(drafts.outbox).toStrictEqual([first, other]);
    const sent = releaseQueued(waiting, "m2");
    expect(takeBackQueued(sent, second)).toBe(sent);
  });

  it("goes to the home box when its chat does not exist, and is forgotten with a deleted chat", () => {
    const home = moveHome(waiting, "c1");
    expect(contentAt(home, HOME)).toBe("Hello\n\nAnd then");
    expect(contentAt(home, "c1")).toBe("");
    expect(withoutChatDrafts(waiting, "c1").outbox).toStrictEqual([other]);
  });
});
