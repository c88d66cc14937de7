import { describe, expect, it } from "vitest";
import {
  contentAt,
  type Drafts,
  NO_DRAFTS,
  type OutboxEntry,
  withContent,
} from "#features/chat/drafts/draft-rules.ts";
import {
  acknowledge,
  addToOutbox,
  returnedIn,
  returnToBox,
} from "#features/chat/drafts/outbox-rules.ts";
import { anEntry as entry, typedIn } from "../../../../support/drafts.ts";

const first: OutboxEntry = { ...entry, messageId: "m2", content: "Then", waitsFor: "reply" };
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
