import { QueryClient, type QueryState } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { readAgain } from "#lib/query-client.ts";

it("pauses longer after each failed read, and not at all after one that was good or without a network", () => {
  const { state } = new QueryClient().getQueryCache().build(new QueryClient(), { queryKey: [1] });
  const pause = (errorUpdateCount: number, status: QueryState["status"] = "error") =>
    readAgain({ state: { ...state, status, errorUpdateCount } });
  expect([1, 2, 3, 4, 9].map((count) => pause(count))).toEqual([4e3, 8e3, 16e3, 30e3, 30e3]);
  expect(pause(1, "success")).toBe(false);
  vi.stubGlobal("navigator", { onLine: false });
  expect(pause(1)).toBe(false);
});
