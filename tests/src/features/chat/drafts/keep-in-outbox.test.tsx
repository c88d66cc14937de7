import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  draftsKey,
  NO_DRAFTS,
  type OutboxEntry,
  withContent,
} from "#features/chat/drafts/draft-rules.ts";
import { draftStore } from "#features/chat/drafts/draft-store.ts";
import { keepInOutbox, letGo } from "#features/chat/drafts/keep-in-outbox.ts";
import { addToOutbox, removeFromOutbox } from "#features/chat/drafts/outbox-rules.ts";

const KEY = draftsKey("u1");
const entry: OutboxEntry = {
  messageId: "m1",
  chatId: "c1",
  content: "Sent",
  model: "grok",
  startsChat: false,
};
const drafts = draftStore("u1");
const outbox = () => drafts.get().outbox.map(({ messageId }) => messageId);

/** What another tab wrote that had not yet seen the message. */
function overwrite() {
  const others = withContent(NO_DRAFTS, "c2", "Typed elsewhere");
  localStorage.setItem(KEY, JSON.stringify(others));
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
}

beforeEach(() => {
  vi.useFakeTimers();
  drafts.change((all) => addToOutbox(all, "c1", entry), "now");
});

afterEach(() => {
  letGo("m1");
  vi.useRealTimers();
  drafts.forget();
});

describe("a message in the outbox that another tab overwrites in the same milliseconds", () => {
  it("stays, with what the other tab wrote [drafts.two-tabs]", () => {
    keepInOutbox("u1", entry, () => true);
    overwrite();
    expect(outbox()).toStrictEqual(["m1"]);
    expect(drafts.get().contents).toStrictEqual({ c2: "Typed elsewhere" });
    overwrite();
    expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toMatchObject({
      outbox: [{ messageId: "m1" }],
      contents: { c2: "Typed elsewhere" },
    });
  });

  it("goes when another tab takes it out later", () => {
    keepInOutbox("u1", entry, () => true);
    vi.advanceTimersByTime(1_000);
    overwrite();
    expect(outbox()).toStrictEqual([]);
  });

  it("goes when the server has it, the person takes it back, or they log out", () => {
    keepInOutbox("u1", entry, () => false);
    overwrite();
    expect(outbox()).toStrictEqual([]);

    drafts.change((all) => addToOutbox(all, "c1", entry), "now");
    keepInOutbox("u1", entry, () => true);
    letGo("m1");
    drafts.change((all) => removeFromOutbox(all, "m1"), "now");
    overwrite();
    expect(outbox()).toStrictEqual([]);

    drafts.change((all) => addToOutbox(all, "c1", entry), "now");
    keepInOutbox("u1", entry, () => true);
    localStorage.removeItem(KEY);
    window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
    expect(outbox()).toStrictEqual([]);
  });
});
