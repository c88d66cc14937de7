import { expect, it } from "vitest";
import { isWholeReply, withTold } from "#features/chat/notifications/notification-rules.ts";

it.each<[string, Parameters<typeof isWholeReply>[0], boolean]>([
  ["a reply", { direction: "outbound", stopped_at: null, compares: null }, true],
  [
    "a reply that was stopped",
    { direction: "outbound", stopped_at: "2026-11-22", compares: null },
    false,
  ],
  ["a question", { direction: "inbound", stopped_at: null, compares: null }, false],
  ["a comparison", { direction: "outbound", stopped_at: null, compares: ["a", "b"] }, false],
])("%s is whole or not [account.tell]", (_, message, isWhole) => {
  expect(isWholeReply(message)).toBe(isWhole);
});

it("a reply is told of once, and 50 are remembered [account.tell-once]", () => {
  expect(withTold(["a"], "a")).toBeNull();
  const fifty = Array.from({ length: 50 }, (_, n) => `${n}`);
  expect(withTold(fifty, "a")).toEqual([...fifty.slice(1), "a"]);
});

it.each([[undefined], [null], ["a"], [{ a: 1 }]])(
  "%j in storage is no list of replies",
  (stored) => {
    expect(withTold(stored, "b")).toEqual(["b"]);
  },
);
