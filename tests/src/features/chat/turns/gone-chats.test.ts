import { describe, expect, it } from "vitest";
import { UNDO_MS } from "#features/chat/chat-list/undo-rules.ts";
import { createGoneChats, HANDED_OVER_AFTER_MS } from "#features/chat/turns/gone-chats.ts";

/** Follows deleted chats at a clock that only waiting moves on. */
function controlledGoneChats(isThereAt: (now: number) => boolean) {
  let now = 0;
  const looks: number[] = [];
  const refreshed: number[] = [];
  const follow = createGoneChats({
    isThere: async () => {
      looks.push(now);
      return isThereAt(now);
    },
    refresh: () => refreshed.push(now),
    wait: async (milliseconds) => {
      now += milliseconds;
    },
  });
  return { follow, looks, refreshed };
}

describe("a chat that another device has deleted while a reply was being written", () => {
  it("is looked for less and less often until a little after Undo was offered, and then no more", async () => {
    const { follow, looks, refreshed } = controlledGoneChats(() => false);
    await follow("c1");
    expect(looks).toStrictEqual([1_000, 3_000, 6_000, 11_000]);
    expect(looks.at(-1)).toBeGreaterThan(UNDO_MS);
    expect(refreshed).toStrictEqual([0]);
  });

  it("is read again when it is back, and when the rest of the reply has been handed over", async () => {
    const { follow, looks, refreshed } = controlledGoneChats((now) => now >= 2_500);
    await follow("c1");
    expect(looks).toStrictEqual([1_000, 3_000]);
    expect(refreshed).toStrictEqual([0, 3_000, 3_000 + HANDED_OVER_AFTER_MS]);
  });

  it("is looked for again after a look that failed", async () => {
    const { follow, refreshed } = controlledGoneChats((now) => {
      if (now < 2_500) throw new Error("no network");
      return true;
    });
    await follow("c1");
    expect(refreshed).toContain(3_000);
  });

  it("is followed once for all its replies, and again when it is deleted again", async () => {
    const { follow, refreshed } = controlledGoneChats(() => false);
    await Promise.all([follow("c1"), follow("c1")]);
    expect(refreshed).toStrictEqual([0]);
    await follow("c1");
    expect(refreshed).toHaveLength(2);
  });
});
