import { describe, expect, it } from "vitest";
import {
  contentAt,
  type Drafts,
  NO_DRAFTS,
  type OutboxEntry,
  withContent,
  withBox,
} from "#features/chat/drafts/draft-rules.ts";
import {
  withChatDrafts,
  acknowledge,
  addToOutbox,
  findReturned,
  onlyChatDrafts,
  putIntoOutbox,
  returnedIn,
  returnToBox,
  withoutChatDrafts,
} from "#features/chat/drafts/outbox-rules.ts";
import { queuedIn } from "#features/chat/drafts/queue-rules.ts";
import { anEntry as entry, typedIn } from "../../../../support/drafts.ts";

const first: OutboxEntry = { ...entry, messageId: "m2", content: "Then", isQueued: true };
const second: OutboxEntry = { ...first, messageId: "m3", content: "And then" };
const add = (drafts: Drafts, each: OutboxEntry) => addToOutbox(drafts, each.chatId, each);

describe("a message that came back into its box", () => {
  it("leaves its box again, and nothing else, when the server holds it after all", () => {
    const back = returnToBox(addToOutbox(NO_DRAFTS, "c1", entry), "c1", entry, true);
    expect(acknowledge(back, "m1")).toStrictEqual(NO_DRAFTS);
    expect(acknowledge(withContent(back, "c1", "Hello \n"), "m1")).toStrictEqual(NO_DRAFTS);
    const more = acknowledge(withContent(back, "c1", "Hello\n\nAnd more"), "m1");
    expect(more).toStrictEqual(typedIn({ c1: "And more" }));
    const edited = acknowledge(withContent(back, "c1", "Hello, you"), "m1");
    expect(edited).toStrictEqual(typedIn({ c1: "Hello, you" }));
    expect(acknowledge(back, "m2")).toBe(back);
    expect(acknowledge(addToOutbox(NO_DRAFTS, "c1", entry), "m1")).toStrictEqual(NO_DRAFTS);
  });

  it("stands there in the order of sending, before what was typed since, and leaves it from there [failed.back-in-box]", () => {
    const [one, two, three] = [entry, { ...first, content: "m2" }, { ...second, content: "m3" }];
    const outbox = withContent([one, two, three].reduce(add, NO_DRAFTS), "c1", " typed");
    const back = [two, three, one].reduce(
      (all, each) => returnToBox(all, "c1", each, true),
      outbox,
    );
    expect(contentAt(back, "c1")).toBe("Hello\n\nm2\n\nm3\n\n typed");
    const left = acknowledge(back, "m2");
    expect(contentAt(left, "c1")).toBe("Hello\n\nm3\n\n typed");
    expect(returnedIn(left)).toStrictEqual([three, one]);
  });
});

describe("a deleted chat", () => {
  it("keeps its own draft, edits, model and messages to come back with, and none of another chat", () => {
    const typed = typedIn({ c1: "typed", "c1#m0": "edited" });
    const own = putIntoOutbox(withBox(typed, "c1", { model: "grok" }), [first]);
    const others = withBox(typedIn({ c2: "elsewhere", home: "at home" }), "c2", {
      model: "claude-4",
    });
    const other = { ...first, chatId: "c2", messageId: "m9" };
    const all = {
      boxes: { ...own.boxes, ...others.boxes },
      outbox: [...own.outbox, other],
    };
    expect(onlyChatDrafts(all, "c1")).toStrictEqual(own);
    expect(withoutChatDrafts(all, "c1")).toStrictEqual({ ...others, outbox: [other] });
    expect(onlyChatDrafts(all, "c3")).toStrictEqual(NO_DRAFTS);
  });
});

describe("a deleted chat that is there again", () => {
  const undo = (before: Drafts, since = NO_DRAFTS) =>
    withChatDrafts(since, "c1", onlyChatDrafts(before, "c1"));

  it("has what the server had not acknowledged in its box, with its ids", () => {
    const again = undo(addToOutbox(NO_DRAFTS, "c1", entry));
    expect(contentAt(again, "c1")).toBe("Hello");
    expect(findReturned(again, "c1", "Hello")).toStrictEqual(entry);
  });

  it("has its queued messages waiting as they were, each of its own, and the draft in its box [drafts.undo]", () => {
    const before = withContent([first, second].reduce(add, NO_DRAFTS), "c1", "typed");
    const again = undo(before);
    expect(again).toStrictEqual(before);
    expect(queuedIn(again.outbox, "c1")).toStrictEqual([first, second]);
    const since = undo(before, withContent(NO_DRAFTS, "c1", "typed since"));
    expect(contentAt(since, "c1")).toBe("typed\n\ntyped since");
  });

  it("has queued messages in its box behind one that was sent before them and not acknowledged", () => {
    const again = undo([entry, first, second].reduce(add, NO_DRAFTS));
    expect(contentAt(again, "c1")).toBe("Hello\n\nThen\n\nAnd then");
    expect(again.outbox).toStrictEqual([]);
  });
});
