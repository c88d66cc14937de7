import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { askLater } from "#features/chat/sending/outbox-recovery.ts";

let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  isHidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const unanswered = () => vi.fn<() => Promise<boolean | null>>().mockResolvedValue(null);

it("a question that nobody answers is asked five times within a minute, and no more by itself [failed.recovers]", async () => {
  const ask = unanswered();
  void askLater(ask);
  const counts = [];
  for (const seconds of [1.9, 0.2, 4, 8, 16, 30, 3600]) {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    counts.push(ask.mock.calls.length);
  }
  expect(counts).toStrictEqual([0, 1, 2, 3, 4, 5, 5]);
});

it.each([true, false])("the answer %s is the last one [failed.recovers]", async (answer) => {
  const ask = unanswered().mockResolvedValueOnce(null).mockResolvedValue(answer);
  const asked = askLater(ask);
  await vi.advanceTimersByTimeAsync(3_600_000);
  await asked;
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(2);
});

it("a question is asked again whenever the network or the reader is back, also after the minute [failed.recovers]", async () => {
  const ask = unanswered();
  void askLater(ask);
  await vi.advanceTimersByTimeAsync(3_600_000);
  ask.mockClear();
  for (const back of [
    () => window.dispatchEvent(new Event("online")),
    () => window.dispatchEvent(new Event("focus")),
    () => document.dispatchEvent(new Event("visibilitychange")),
  ]) {
    back();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(ask).toHaveBeenCalledTimes(3);
});

it("a question is not asked while the page is hidden, and once when it is seen again [failed.recovers]", async () => {
  const ask = unanswered();
  isHidden = true;
  void askLater(ask);
  await vi.advanceTimersByTimeAsync(3_600_000);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).not.toHaveBeenCalled();
  isHidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("focus"));
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(1);
});
