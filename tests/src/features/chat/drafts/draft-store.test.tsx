import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  contentAt,
  draftsKey,
  type OutboxEntry,
  withContent,
} from "#features/chat/drafts/draft-rules.ts";
import { addToOutbox, returnToBox } from "#features/chat/drafts/outbox-rules.ts";

const KEY = draftsKey("u1");
const entry: OutboxEntry = {
  messageId: "m1",
  chatId: "c1",
  content: "Refused",
  model: "grok",
  startsChat: false,
};

/** A tab has modules of its own. All share the storage here, and are told of a change only by `tellTabs`. */
async function openTab() {
  vi.resetModules();
  const { draftStore, keepTyped } = await import("#features/chat/drafts/draft-store.ts");
  const store = draftStore("u1");
  const read = () => contentAt(store.get(), "c1");
  return { store, read, type: (typed: string) => keepTyped(store, "c1", read(), typed) };
}

const tellTabs = () => window.dispatchEvent(new StorageEvent("storage", { key: KEY }));

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it("keeps a refused message of one tab and what another tab is typing, both in the box [drafts.two-tabs]", async () => {
  const sending = await openTab();
  const typing = await openTab();
  sending.type("Refused");
  sending.store.change((all) => addToOutbox(all, "c1", entry), "now");
  tellTabs();
  typing.type("N");
  typing.type("Ne");
  sending.store.change((all) => returnToBox(all, "c1", entry, false), "now");
  typing.type("New");
  vi.advanceTimersByTime(250);
  tellTabs();
  expect(sending.read()).toBe("Refused\n\nNew");
  expect(typing.read()).toBe("Refused\n\nNew");
  typing.type("Refused\n\nNewer");
  vi.advanceTimersByTime(250);
  tellTabs();
  expect(sending.read()).toBe("Refused\n\nNewer");
});

it("keeps a message that comes back while another tab sends what stood in the box", async () => {
  const refused = await openTab();
  const sending = await openTab();
  refused.type("Refused");
  refused.store.change((all) => addToOutbox(all, "c1", entry), "now");
  tellTabs();
  sending.type("Sent");
  const sent = { ...entry, messageId: "m2", content: "Sent" };
  refused.store.change((all) => returnToBox(all, "c1", entry, false), "now");
  sending.store.change((all) => addToOutbox(all, "c1", sent), "now");
  tellTabs();
  expect(sending.read()).toBe("Refused");
  expect(sending.store.get().outbox).toStrictEqual([sent]);
});

it("shows what another tab has typed when the page comes back from the back/forward cache [drafts.back-forward]", async () => {
  const cached = await openTab();
  cached.type("Old");
  dispatchEvent(new Event("pagehide"));
  const other = await openTab();
  other.store.change((all) => withContent(all, "c1", "New"), "now");
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
  expect(cached.read()).toBe("Old");
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(cached.read()).toBe("New");
  cached.type("Newer");
  vi.advanceTimersByTime(250);
  tellTabs();
  expect(other.read()).toBe("Newer");
});

it("keeps what a full storage did not take, also when another tab or the back/forward cache makes it read again", async () => {
  const typing = await openTab();
  typing.type("Stored");
  dispatchEvent(new Event("pagehide"));
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  typing.type("Stored and more");
  dispatchEvent(new Event("pagehide"));
  tellTabs();
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(typing.read()).toBe("Stored and more");
  full.mockRestore();
  typing.type("Stored and more.");
  vi.advanceTimersByTime(250);
  expect((await openTab()).read()).toBe("Stored and more.");
});
