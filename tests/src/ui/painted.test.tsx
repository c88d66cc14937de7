import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { usePainted } from "#ui/painted.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("what can come later waits until the browser has shown a frame", () => {
  const { result } = renderHook(usePainted);
  act(() => void vi.advanceTimersByTime(0));
  expect(result.current).toBe(false);
  // The browser calls back before it paints, and runs timers after that.
  act(() => {
    vi.advanceTimersToNextFrame();
    expect(result.current).toBe(false);
    vi.advanceTimersByTime(1);
  });
  expect(result.current).toBe(true);
});

it("in a hidden tab, which shows no frame, it does not wait for one", () => {
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const { result } = renderHook(usePainted);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe(true);
});

it("waits no longer when Tab is pressed, which would pass it by [access.keyboard]", () => {
  const { result } = renderHook(usePainted);
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
  expect(result.current).toBe(false);
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab" }));
  expect(result.current).toBe(true);
});
