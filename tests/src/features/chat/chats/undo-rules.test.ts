import { describe, expect, it } from "vitest";
import {
  type DeletedChat,
  parseDeleted,
  shownAgainMs,
  triedAgainMs,
} from "#features/chat/chats/undo-rules.ts";

const chat: DeletedChat = {
  userId: "u1",
  chatId: "c1",
  deletedAt: 1_000_000,
  wasOpen: true,
  isAsked: false,
};

describe("the notice 'Chat deleted' after a reload", () => {
  const after = (milliseconds: number) => shownAgainMs(chat, chat.deletedAt + milliseconds);

  it("is shown for the rest of its eight seconds, and for three at least", () => {
    expect(after(800)).toBe(7_200);
    expect(after(5_000)).toBe(3_000);
    expect(after(5_001)).toBe(3_000);
    expect(after(599_999)).toBe(3_000);
  });

  it("is not shown when ten minutes are over", () => {
    expect(after(600_000)).toBe(null);
  });

  it("is shown for no more than eight seconds where the clock was set back", () => {
    expect(after(-1)).toBe(8_000);
  });
});

describe("an undo that failed", () => {
  const after = (milliseconds: number) => triedAgainMs(chat, chat.deletedAt + milliseconds);

  it("is offered again until ten minutes are over, and for three seconds at least", () => {
    expect(after(4_000)).toBe(596_000);
    expect(after(599_999)).toBe(3_000);
    expect(after(600_000)).toBe(null);
  });
});

describe("deleted chats that a tab keeps", () => {
  it("are the same after they were stored", () => {
    const chats = [chat, { ...chat, chatId: "c2", wasOpen: false, isAsked: true }];
    expect(parseDeleted(JSON.parse(JSON.stringify(chats)))).toStrictEqual(chats);
  });

  it("are none where something else is stored, and those that fit where only some do", () => {
    expect(parseDeleted(undefined)).toStrictEqual([]);
    expect(parseDeleted({ userId: "u1" })).toStrictEqual([]);
    const read = parseDeleted([null, 7, { ...chat, deletedAt: "now" }, chat]);
    expect(read).toStrictEqual([chat]);
  });
});
