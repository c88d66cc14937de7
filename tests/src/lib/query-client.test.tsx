import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient, hasFailed } from "#lib/query-client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A read that is made again while it fails. `times` are the seconds at which it was made. */
function readWhile(isAway: () => boolean) {
  const client = createQueryClient();
  const begun = Date.now();
  const times: number[] = [];
  const queryFn = async () => {
    times.push(Math.round((Date.now() - begun) / 1000));
    if (isAway()) throw new Error("away");
    return times.length;
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useQuery({ queryKey: ["read"], queryFn }), { wrapper });
  const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));
  return { client, result, times, seconds };
}

it("a failed read is made again after 4 s and then after longer pauses, and in a later outage again after 4 s", async () => {
  let isAway = true;
  const { client, times, seconds } = readWhile(() => isAway);
  await seconds(59);
  expect(times).toEqual([0, 4, 12, 28, 58]);
  isAway = false;
  await seconds(60);
  expect(times).toEqual([0, 4, 12, 28, 58, 88]);
  isAway = true;
  void client.refetchQueries();
  await seconds(13);
  expect(times.slice(6)).toEqual([119, 123, 131]);
});

it("a failed read waits for the network where there is none", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const { times, seconds } = readWhile(() => true);
  await seconds(60);
  expect(times).toEqual([0]);
});

it("what was read before the clock was set back is read again on return to the page, and a failure of that is seen [session.server-time]", async () => {
  let isAway = false;
  const { result, times, seconds } = readWhile(() => isAway);
  await seconds(1);
  vi.setSystemTime(Date.now() - 7_200_000);
  isAway = true;
  window.dispatchEvent(new Event("visibilitychange"));
  await seconds(1);
  expect(times).toHaveLength(2);
  expect(hasFailed(result.current)).toBe(true);
  isAway = false;
  await seconds(4);
  expect(times).toHaveLength(3);
  expect(hasFailed(result.current)).toBe(false);
});
