import { afterEach, expect, test, vi } from "vitest";
import { followStored, readJson, remove, storedUnder, writeJson } from "#lib/storage.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("what is written is read again, until it is removed", () => {
  writeJson("a", { b: [1, null] });
  expect(readJson("a")).toEqual({ b: [1, null] });
  remove("a");
  expect(readJson("a")).toBeUndefined();
});

test("what stands under keys that begin alike is found, and nothing else", () => {
  for (const key of ["ab:1", "c:2", "a:1"]) writeJson(key, key);
  expect(Object.fromEntries(storedUnder("ab:", "c:"))).toEqual({
    "ab:1": '"ab:1"',
    "c:2": '"c:2"',
  });
});

test("broken JSON reads as nothing", () => {
  localStorage.setItem("a", "{");
  expect(readJson("a")).toBeUndefined();
});

test("blocked storage neither reads, writes nor throws", () => {
  const blocked = () => {
    throw new DOMException("Blocked", "SecurityError");
  };
  vi.spyOn(globalThis, "localStorage", "get").mockImplementation(blocked);
  expect(readJson("a")).toBeUndefined();
  expect(storedUnder("")).toEqual([]);
  expect(writeJson("a", 1)).toBe(false);
  expect(() => remove("a")).not.toThrow();
});

test("a change in another tab is reported, as is a return from the back/forward cache, until nobody follows the key", () => {
  const onChange = vi.fn<() => void>();
  const end = new AbortController();
  followStored("a", onChange, end);
  const dispatch = () => {
    dispatchEvent(new StorageEvent("storage", { key: "a" }));
    dispatchEvent(new StorageEvent("storage", { key: null }));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  };
  dispatchEvent(new StorageEvent("storage", { key: "b" }));
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: false }));
  expect(onChange).not.toHaveBeenCalled();
  dispatch();
  expect(onChange).toHaveBeenCalledTimes(3);
  end.abort();
  dispatch();
  expect(onChange).toHaveBeenCalledTimes(3);
});
