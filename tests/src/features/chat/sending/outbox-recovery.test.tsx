import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recoverLater } from "#features/chat/sending/outbox-recovery.ts";
import { readTurn } from "#features/chat/turns/turn-api.ts";
import { queryClient } from "#lib/query-client.ts";
import { message } from "../../../../support/chat-rows.ts";
import { anEntry } from "../../../../support/drafts.ts";

vi.mock(import("#features/chat/turns/turn-api.ts"), { spy: true });

const asked = vi.mocked(readTurn);
let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  isHidden = false;
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() =>
    isHidden ? "hidden" : "visible",
  );
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  asked.mockReset().mockRejectedValue(new Error("Nobody answers"));
  queryClient.mount();
});

afterEach(() => {
  queryClient.unmount();
  queryClient.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const askLater = () => recoverLater("u1", anEntry);
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const held = (isStored: boolean) => ({
  question: isStored ? message() : null,
  replies: [],
  openAnswers: [],
});

it("a question that nobody answers is asked five times within a minute, and no more by itself [failed.recovers]", async () => {
  askLater();
  const counts = [];
  for (const seconds of [1.9, 0.2, 4, 8, 16, 30, 3600]) {
    await pass(seconds);
    counts.push(asked.mock.calls.length);
  }
  expect(counts).toStrictEqual([0, 1, 2, 3, 4, 5, 5]);
});

it.each([true, false])("the answer %s is the last one [failed.recovers]", async (isStored) => {
  asked.mockRejectedValueOnce(new Error("Nobody answers")).mockResolvedValue(held(isStored));
  askLater();
  await pass(3600);
  window.dispatchEvent(new Event("online"));
  await pass(0);
  expect(asked).toHaveBeenCalledTimes(2);
});

it("a question is asked again whenever the network or the reader is back, also after the minute [failed.recovers]", async () => {
  askLater();
  await pass(3600);
  asked.mockClear();
  for (const event of ["offline", "online", "visibilitychange"]) {
    window.dispatchEvent(new Event(event));
    await pass(0);
  }
  expect(asked).toHaveBeenCalledTimes(2);
});

it("a question is not asked while the page is hidden, and once when it is seen again [failed.recovers]", async () => {
  isHidden = true;
  window.dispatchEvent(new Event("visibilitychange"));
  askLater();
  await pass(3600);
  window.dispatchEvent(new Event("offline"));
  window.dispatchEvent(new Event("online"));
  await pass(0);
  expect(asked).not.toHaveBeenCalled();
  isHidden = false;
  window.dispatchEvent(new Event("visibilitychange"));
  await pass(0);
  expect(asked).toHaveBeenCalledTimes(1);
});
