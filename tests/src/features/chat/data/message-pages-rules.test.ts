import { describe, expect, it } from "vitest";
import {
  loadedMessages,
  type LoadedMessages,
  MESSAGES_PAGE,
  newerThan,
  NEWEST,
  olderThan,
  onlyNewest,
  pagesAround,
  reachesNewest,
  withMessages,
} from "#features/chat/data/message-pages-rules.ts";
import { message, questions } from "../../../../support/chat-rows.ts";

const all = questions(120).toReversed();
const cursor = (index: number) => {
  const { id, created_at: createdAt } = all[index] ?? message();
  return { id, createdAt };
};
const newest = { messages: all.slice(0, 50), full: true };
const middle = { messages: all.slice(50, 100), full: true };
const oldest = { messages: all.slice(100), full: false };

describe("the pages around a message", () => {
  const found = all[60] ?? message();
  const [newer, older] = pagesAround(found);
  const at = found.created_at;

  it("begin with the message itself on the newer one, and below it on the older one", () => {
    expect(newer).toEqual({ from: "after", cursor: { createdAt: at, id: expect.any(String) } });
    expect(newer.from === "after" && newer.cursor.id < found.id).toBe(true);
    expect(older).toEqual({ from: "before", cursor: cursor(60) });
  });

  it("can be read on from in both directions, and again from the first one", () => {
    const up = { messages: all.slice(11, 61), full: true };
    const down = { messages: all.slice(61, 111), full: true };
    expect(newerThan(up, newer)).toEqual({ from: "after", cursor: cursor(11) });
    expect(olderThan(up, newer)).toEqual(older);
    expect(olderThan(down, older)).toEqual({ from: "before", cursor: cursor(110) });
    const data = { pages: [up, down], pageParams: [newer, older] };
    expect(loadedMessages(data)).toHaveLength(100);
    expect(reachesNewest(data)).toBe(false);
  });

  it("reach the newest message where fewer than a page come after it", () => {
    const up = { messages: all.slice(0, 6), full: false };
    const [newer, older] = pagesAround(all[5] ?? message());
    const data = {
      pages: [up, { messages: all.slice(6, 56), full: true }],
      pageParams: [newer, older],
    };
    expect(reachesNewest(data)).toBe(true);
  });
});

describe("the next page of messages", () => {
  it("is before the oldest message, until a page is not full", () => {
    expect(olderThan(newest, NEWEST)).toStrictEqual({ from: "before", cursor: cursor(49) });
    expect(olderThan(oldest, { from: "before", cursor: cursor(99) })).toBeUndefined();
  });

  it("is after the newest loaded message when newer ones are not loaded", () => {
    expect(newerThan(newest, NEWEST)).toBeUndefined();
    const param = { from: "before", cursor: cursor(49) } as const;
    expect(newerThan(middle, param)).toStrictEqual({ from: "after", cursor: cursor(50) });
  });

  it("exists on both sides of a page that was read towards newer messages", () => {
    const param = { from: "after", cursor: cursor(50) } as const;
    expect(newerThan({ messages: all.slice(0, 20), full: false }, param)).toBeUndefined();
    expect(newerThan(newest, param)).toStrictEqual({ from: "after", cursor: cursor(0) });
    expect(olderThan({ messages: all.slice(0, 20), full: false }, param)).toStrictEqual({
      from: "before",
      cursor: cursor(19),
    });
  });

  it("is none for an empty chat [conversation.empty]", () => {
    const empty = { messages: [], full: false };
    expect([olderThan(empty, NEWEST), newerThan(empty, NEWEST)]).toStrictEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("the loaded messages", () => {
  const atEnd: LoadedMessages = {
    pages: [newest, middle],
    pageParams: [NEWEST, { from: "before", cursor: cursor(49) }],
  };
  const away: LoadedMessages = {
    pages: [middle, oldest],
    pageParams: [
      { from: "before", cursor: cursor(49) },
      { from: "before", cursor: cursor(99) },
    ],
  };

  it("get a new message at the end", () => {
    const added = message({ created_at: "2026-12-01T00:00:00Z" });
    expect(reachesNewest(atEnd)).toBe(true);
    expect(loadedMessages(withMessages(atEnd, [added])).at(-1)).toBe(added);
  });

  it("get no new message where those between are not loaded", () => {
    const added = message({ created_at: "2026-12-01T00:00:00Z" });
    expect(reachesNewest(away)).toBe(false);
    expect(loadedMessages(withMessages(away, [added]))).toHaveLength(70);
  });

  it("get no message from before them where those between are not loaded, and one where nothing is before", () => {
    const old = message({ id: "old", created_at: "2026-11-20T00:00:00Z" });
    expect(loadedMessages(withMessages(atEnd, [old]))[0]?.id).not.toBe("old");
    const [newest = { messages: [], full: false }] = atEnd.pages;
    const whole = { pages: [{ ...newest, full: false }], pageParams: [NEWEST] };
    expect(loadedMessages(withMessages(whole, [old]))[0]?.id).toBe("old");
  });

  it("get the changed version of a message on any page", () => {
    for (const index of [3, 60]) {
      const changed = { ...(all[index] ?? message()), content: "Changed" };
      const loaded = loadedMessages(withMessages(atEnd, [changed]));
      expect(loaded).toHaveLength(100);
      expect(loaded.find(({ id }) => id === changed.id)?.content).toBe("Changed");
    }
  });

  it("are one page when the reader jumps to the end", () => {
    const data = onlyNewest(atEnd);
    expect(loadedMessages(data)).toStrictEqual(all.slice(0, MESSAGES_PAGE).toReversed());
    expect(olderThan(data.pages[0] ?? newest, NEWEST)).toStrictEqual({
      from: "before",
      cursor: cursor(49),
    });
  });
});
