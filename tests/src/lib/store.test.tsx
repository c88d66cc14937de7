import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createStore, keptStore, useStore } from "#lib/store.ts";

it("calls each listener once for a change, and not when the value stays the same", () => {
  const store = createStore(1);
  const listener = vi.fn<() => void>();
  store.subscribe(listener);
  store.set(1);
  expect(listener).not.toHaveBeenCalled();
  store.set(2);
  expect(store.get()).toBe(2);
  expect(listener).toHaveBeenCalledTimes(1);
});

it("calls a listener no more after it has unsubscribed", () => {
  const store = createStore("a");
  const listener = vi.fn<() => void>();
  store.subscribe(listener)();
  store.set("b");
  expect(listener).not.toHaveBeenCalled();
});

it("renders a component again when the part it reads changes, and only then", () => {
  const store = createStore({ name: "Ada", age: 36 });
  const onRender = vi.fn<() => void>();
  function Name() {
    onRender();
    return <p>{useStore(store, ({ name }) => name)}</p>;
  }
  render(<Name />);
  act(() => store.set({ name: "Ada", age: 37 }));
  expect(onRender).toHaveBeenCalledTimes(1);
  act(() => store.set({ name: "Grace", age: 37 }));
  expect(screen.getByText("Grace")).toBeTruthy();
});

it("changes what storage holds by now and what it could not keep before, and forgets both", () => {
  const store = keptStore("kept", (stored) => (Array.isArray(stored) ? stored.map(String) : []));
  const add = (name: string) => store.change((names) => [...names, name]);
  add("Ada");
  // Another tab, while this one was frozen and heard nothing.
  localStorage.setItem("kept", JSON.stringify(["Ada", "Grace"]));
  add("Mary");
  expect(store.get()).toEqual(["Ada", "Grace", "Mary"]);
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  add("Joan");
  setItem.mockRestore();
  add("Edith");
  expect(store.get()).toEqual(["Ada", "Grace", "Mary", "Joan", "Edith"]);
  expect(JSON.parse(localStorage.getItem("kept") ?? "")).toEqual(store.get());
  store.forget();
  expect([store.get(), localStorage.getItem("kept")]).toEqual([[], null]);
});

it("keeps what a full storage did not take when another tab has stored something, and asks before the page is left [drafts.kept]", () => {
  const store = keptStore("typed", String, true);
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  const isLeft = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));
  store.change(() => "Typed here");
  dispatchEvent(new StorageEvent("storage", { key: "typed" }));
  expect([store.get(), isLeft()]).toEqual(["Typed here", false]);
  setItem.mockRestore();
  store.change((typed) => `${typed}, and more`);
  expect([store.get(), isLeft()]).toEqual(["Typed here, and more", true]);
});
