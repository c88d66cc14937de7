import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";

let newId: () => string;

// Each test has a page of its own, on which no id has been made.
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  ({ newId } = await import("../../../supabase/functions/_shared/new-id.ts"));
});
afterEach(() => void vi.useRealTimers());

test("A new id is a UUID of version 7 that begins with the time in milliseconds", () => {
  // The example of RFC 9562, A.6.
  vi.setSystemTime(new Date("2022-02-22T19:22:22Z"));
  expect(newId()).toMatch(/^017f22e2-79b0-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(z.uuidv7().safeParse(newId()).success).toBe(true);
});

test("Ids of one millisecond differ and are in their order, and those of a later one come after them", () => {
  vi.setSystemTime(new Date("2026-11-22T12:00:00Z"));
  const together = Array.from({ length: 1000 }, newId);
  expect(new Set(together).size).toBe(1000);
  expect(together.toSorted()).toEqual(together);
  vi.advanceTimersByTime(2000);
  const later = newId();
  expect(together.every((id) => id < later)).toBe(true);
});

test("The time of an id takes all of its twelve digits, also on a clock that is far behind", () => {
  vi.setSystemTime(0);
  expect(newId()).toMatch(/^00000000-0000-7/);
});

test("New ids do not go behind the one before when the clock is set back by two hours", () => {
  vi.setSystemTime(new Date("2026-11-22T12:00:00Z"));
  const before = newId();
  vi.setSystemTime(new Date("2026-11-22T10:00:00Z"));
  const after = [newId(), newId()];
  expect([before, ...after].toSorted()).toEqual([before, ...after]);
});
