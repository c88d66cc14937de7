import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  contentAt,
  type Drafts,
  type OutboxEntry,
  withBox,
  withContent,
} from "#features/chat/drafts/draft-rules.ts";
import {
  acknowledge,
  addToOutbox,
  findReturned,
  returnToBox,
} from "#features/chat/drafts/outbox-rules.ts";
import { queuedIn, releaseQueued } from "#features/chat/drafts/queue-rules.ts";
import { anEntry as entry } from "../../../../support/drafts.ts";

/** A tab has modules of its own. All share the storage here, and learn of a change only by `notifyTabs`. */
async function openTab() {
  vi.resetModules();
  const { draftStore, keepTyped } = await import("#features/chat/drafts/draft-store.ts");
  const store = draftStore("u1");
  const read = (place = "c1") => contentAt(store.get(), place);
  const type = (typed: string, place = "c1") => keepTyped(store, place, read(place), typed);
  const put = (each: OutboxEntry) => store.change((all) => addToOutbox(all, each.chatId, each));
  return { store, read, type, put };
}

type Tab = Awaited<ReturnType<typeof openTab>>;

function notifyTabs() {
  for (const key of ["draft:u1:c1", "out:u1:m1"])
    window.dispatchEvent(new StorageEvent("storage", { key }));
}

/** The keys of local storage, in their order. */
const keys = () => Object.keys(localStorage).sort();

function fillStorage() {
  return vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
}

let one: Tab;
let other: Tab;

beforeEach(async () => {
  one = await openTab();
  other = await openTab();
});

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it("keeps each box and each message under a key of its own, and writes only those that change", () => {
  one.type("One");
  one.type("Two", "home");
  one.put({ ...entry, chatId: "c2" });
  expect(keys()).toStrictEqual(["draft:u1:c1", "draft:u1:home", "out:u1:m1"]);
  const setItem = vi.spyOn(Storage.prototype, "setItem");
  one.type("One and more");
  one.type("One and more");
  expect(setItem.mock.calls.map(([key]) => key)).toStrictEqual(["draft:u1:c1"]);
  one.type("");
  one.store.change((all) => acknowledge(all, "m1"));
  expect(keys()).toStrictEqual(["draft:u1:home"]);
});

it("loses nothing of two tabs that have not heard of each other, in two boxes and in one [drafts.two-tabs]", async () => {
  one.type("At home", "home");
  other.type("In the chat");
  one.type("Then");
  other.put({ ...entry, messageId: "m2" });
  one.put(entry);
  const { store, read } = await openTab();
  expect([read("home"), read()]).toStrictEqual(["At home", "In the chat\n\nThen"]);
  expect(store.get().outbox.map(({ messageId }) => messageId)).toStrictEqual(["m1", "m2"]);
});

it("brings nothing back of what a tab shows that was frozen while another one sent it, and lets a waiting message go once [drafts.two-tabs]", () => {
  const waiting: OutboxEntry = { ...entry, waitsFor: "reply" };
  one.type("Hello");
  one.put(waiting);
  notifyTabs();
  one.type("Next");
  notifyTabs();
  const release = (all: Drafts) => releaseQueued(all, "m1");
  expect(one.store.change(release)).toBe(true);
  one.store.change((all) => acknowledge(all, "m1"));
  one.type("");
  expect(other.read()).toBe("Next");
  expect(queuedIn(other.store.get().outbox, "c1")).toHaveLength(1);
  expect(other.store.change(release)).toBe(false);
  expect(other.store.change((all) => returnToBox(all, "c1", waiting, false))).toBe(false);
  other.type("Elsewhere", "c2");
  expect(keys()).toStrictEqual(["draft:u1:c2"]);
});

it("keeps a refused message of one tab and what another tab is typing, both in the box, and the message its ids [drafts.two-tabs]", () => {
  one.type("Hello");
  one.put(entry);
  notifyTabs();
  other.type("N");
  one.store.change((all) => returnToBox(all, "c1", entry, true));
  other.type("New");
  notifyTabs();
  for (const { read } of [one, other]) expect(read()).toBe("Hello\n\nNew");
  other.type("Hello\n\nNewer");
  notifyTabs();
  expect(one.read()).toBe("Hello\n\nNewer");
  expect(findReturned(other.store.get(), "c1", "Hello")).toStrictEqual(entry);
});

it("keeps a message that comes back while another tab sends what stood in the box", () => {
  one.type("Hello");
  one.put(entry);
  notifyTabs();
  other.type("Sent");
  const sent = { ...entry, messageId: "m2", content: "Sent" };
  one.store.change((all) => returnToBox(all, "c1", entry, false));
  other.put(sent);
  notifyTabs();
  expect(one.read()).toBe("Hello");
  expect(one.store.get().outbox).toStrictEqual([sent]);
});

it("shows what another tab has typed when the page comes back from the back/forward cache [drafts.back-forward]", () => {
  one.type("Old");
  other.store.change((all) => withContent(all, "c1", "New"));
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
  expect(one.read()).toBe("Old");
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(one.read()).toBe("New");
});

it("keeps what a full storage did not take when it is read again, and asks before the page is left", async () => {
  one.type("Stored");
  const full = fillStorage();
  one.type("Stored and more");
  one.put({ ...entry, content: "and more" });
  notifyTabs();
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect([one.read(), one.store.get().outbox.length]).toStrictEqual(["Stored and more", 1]);
  const leave = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(leave()).toBe(false);
  full.mockRestore();
  one.type("Stored and more.");
  expect(leave()).toBe(true);
  const { store, read } = await openTab();
  expect([read(), store.get().outbox.length]).toStrictEqual(["Stored and more.", 1]);
});

it("leaves a sent message in its stored box as long as a full storage has not taken it elsewhere", () => {
  one.type("Hello");
  const full = fillStorage();
  one.put(entry);
  expect([one.read(), keys()]).toStrictEqual(["", ["draft:u1:c1"]]);
  full.mockRestore();
  one.store.change((all) => acknowledge(all, "m1"));
  expect([one.store.get().outbox, keys()]).toStrictEqual([[], []]);
});

it("forgets what a closed tab has left of a deleted chat when a page is opened after ten minutes [drafts.undo]", async () => {
  one.type("Typed");
  one.type("Elsewhere", "c2");
  one.put({ ...entry, content: "Sent" });
  const deleteBefore = (ms: number) =>
    one.store.change((all) => withBox(all, "c1", { deletedAt: Date.now() - ms }));
  deleteBefore(590_000);
  expect((await openTab()).read()).toBe("Typed");
  deleteBefore(600_000);
  await openTab();
  expect(keys()).toStrictEqual(["draft:u1:c2"]);
});

it("keeps what was typed in a deleted chat for ten minutes of the server, whatever the device's clock says [drafts.undo] [session.server-time]", async () => {
  const server = Date.now();
  /** The session, as this device has it by a clock that is so many minutes fast. */
  const setClock = (minutes: number, passed: number) => {
    const now = server + (passed + minutes) * 60_000;
    vi.spyOn(Date, "now").mockReturnValue(now);
    const [issued, came] = [server + passed * 60_000, now].map((ms) => Math.round(ms / 1000));
    localStorage.setItem(
      "sb-localhost-auth-token",
      JSON.stringify({
        access_token: `head.${btoa(JSON.stringify({ iat: issued }))}.tail`,
        expires_in: 3600,
        expires_at: (came ?? 0) + 3600,
      }),
    );
  };
  setClock(-60, 0);
  one.type("Typed");
  const { serverTime } = await import("#lib/session.ts");
  one.store.change((all) => withBox(all, "c1", { deletedAt: serverTime() }));
  setClock(0, 9);
  expect((await openTab()).read()).toBe("Typed");
  setClock(-60, 11);
  expect((await openTab()).read()).toBe("");
});

it("goes from every tab with a log-out, and another person's stays [drafts.log-out]", () => {
  one.type("Mine");
  one.put({ ...entry, chatId: "c2" });
  localStorage.setItem("draft:u12:c1", '{"content":"Theirs"}');
  notifyTabs();
  one.store.forget();
  notifyTabs();
  expect([one.read(), other.read(), other.store.get().outbox]).toStrictEqual(["", "", []]);
  expect(keys()).toStrictEqual(["draft:u12:c1"]);
});
