import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { announceWait } from "../../../../supabase/local/process/announce-wait.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("a slow start prints every ten seconds what it waits for, until it is there", async () => {
  const said: string[] = [];
  const slow = new Promise<string>((resolve) => {
    setTimeout(() => resolve("there"), 25_000);
  });
  const waited = announceWait("the functions to start", slow, (line) => said.push(line));
  await vi.advanceTimersByTimeAsync(9999);
  expect(said).toEqual([]);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(await waited).toBe("there");
  expect(said).toEqual([
    "Still waiting for the functions to start (10 s).",
    "Still waiting for the functions to start (20 s).",
  ]);
});

it("a start that fails prints nothing more", async () => {
  const said: string[] = [];
  const failing = Promise.reject(new Error("broken"));
  await expect(announceWait("it", failing, (line) => said.push(line))).rejects.toThrow("broken");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual([]);
});
