import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useBack } from "#ui/use-back.ts";

it("hears of each Back as long as what it closes stays, and of none after that", () => {
  const watchers = new Set<EventTarget>();
  // As the browser's: each fires once.
  class OneBack extends EventTarget {
    constructor() {
      super();
      watchers.add(this);
    }
    destroy() {
      watchers.delete(this);
    }
  }
  vi.stubGlobal("CloseWatcher", OneBack);
  const back = () => {
    const [watcher = new EventTarget()] = watchers;
    watchers.delete(watcher);
    watcher.dispatchEvent(new Event("close"));
  };
  const onClose = vi.fn<() => void>();
  const { unmount } = renderHook(() => useBack(onClose));
  back();
  back();
  expect(onClose).toHaveBeenCalledTimes(2);
  onClose.mockImplementation(unmount);
  back();
  expect([onClose.mock.calls.length, watchers.size]).toEqual([3, 0]);
  vi.unstubAllGlobals();
});
