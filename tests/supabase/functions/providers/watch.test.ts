import { describe, expect, test } from "vitest";
import { startWatch } from "../../../../supabase/functions/_shared/providers/watch.ts";

/** What an SDK that ignores its signal would give us. */
const never = () => new Promise<never>(() => {});
const { signal: open } = new AbortController();
const inMs = (milliseconds: number) => performance.now() + milliseconds;

describe("a try whose provider never settles ends", () => {
  test("after the silence", async () => {
    const watch = startWatch(open, inMs(60_000), 30);
    watch.heard();
    await expect(watch.within(never())).rejects.toThrow("aborted");
    expect(watch.timedOut()).toBe(true);
    expect(watch.signal.aborted).toBe(true);
  });

  test("at the deadline, although there are signs of life", async () => {
    const watch = startWatch(open, inMs(60), 30);
    const life = setInterval(watch.heard, 5);
    await expect(watch.within(never())).rejects.toThrow("aborted");
    clearInterval(life);
    expect(watch.timedOut()).toBe(true);
  });

  test("when it is stopped, and at once when it was stopped before it began", async () => {
    const stop = new AbortController();
    const watch = startWatch(stop.signal, inMs(60_000), 60_000);
    const waiting = watch.within(never());
    stop.abort();
    await expect(waiting).rejects.toThrow("aborted");
    await expect(watch.within(never())).rejects.toThrow("aborted");
    expect(watch.timedOut()).toBe(false);
    watch.close();
    const late = startWatch(stop.signal, inMs(60_000), 60_000);
    await expect(late.within(never())).rejects.toThrow("aborted");
    late.close();
  });

  test("soon after it is told to end", async () => {
    const watch = startWatch(open, inMs(60_000), 60_000);
    watch.endWithin(10);
    await expect(watch.within(never())).rejects.toThrow("aborted");
  });
});

test("a try goes on in silence until its first sign of life", async () => {
  const watch = startWatch(open, inMs(60_000), 10);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(watch.signal.aborted).toBe(false);
  watch.close();
});

test("a try that was closed is not aborted any more", async () => {
  const watch = startWatch(open, inMs(20), 10);
  watch.heard();
  watch.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(watch.signal.aborted).toBe(false);
});

test("a promise that settles in time keeps its value or its error", async () => {
  const watch = startWatch(open, inMs(60_000), 60_000);
  await expect(watch.within(Promise.resolve(7))).resolves.toBe(7);
  await expect(watch.within(Promise.reject(new Error("no")))).rejects.toThrow("no");
  watch.close();
});
