import { describe, expect, it } from "vitest";
import { acknowledge } from "#features/chat/drafts/acknowledged-rules.ts";
import {
  contentAt,
  NO_DRAFTS,
  type OutboxEntry,
  withContent,
} from "#features/chat/drafts/draft-rules.ts";
import { withChatDrafts, withoutChatDrafts } from "#features/chat/drafts/gone-chat-rules.ts";
import { addToOutbox, findReturned, returnToBox } from "#features/chat/drafts/outbox-rules.ts";

const entry: OutboxEntry = {
  messageId: "m1",
  chatId: "c1",
  content: "Hello",
  model: "grok",
  startsChat: false,
};

describe("a message that came back into its box", () => {
  it("leaves its box again, and nothing else, when the server holds it after all", () => {
    const back = returnToBox(addToOutbox(NO_DRAFTS, "c1", entry), "c1", entry, true);
    expect(acknowledge(back, "m1")).toStrictEqual(NO_DRAFTS);
    expect(acknowledge(withContent(back, "c1", "Hello \n"), "m1")).toStrictEqual(NO_DRAFTS);
    const more = acknowledge(withContent(back, "c1", "Hello\n\nAnd more"), "m1");
    expect(more).toStrictEqual({ ...NO_DRAFTS, contents: { c1: "And more" } });
    const edited = acknowledge(withContent(back, "c1", "Hello, you"), "m1");
    expect(edited).toStrictEqual({ ...NO_DRAFTS, contents: { c1: "Hello, you" } });
    expect(acknowledge(back, "m2")).toBe(back);
    expect(acknowledge(addToOutbox(NO_DRAFTS, "c1", entry), "m1")).toStrictEqual(NO_DRAFTS);
  });

  it("keeps its ids when its chat is deleted and there again", () => {
    const sent = addToOutbox(NO_DRAFTS, "c1", entry);
    const again = withChatDrafts(withoutChatDrafts(sent, "c1"), "c1", sent);
    expect(contentAt(again, "c1")).toBe("Hello");
    expect(findReturned(again, "c1", "Hello")).toStrictEqual(entry);
  });
});
