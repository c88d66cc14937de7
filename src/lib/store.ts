import { useSyncExternalStore } from "react";
import { followStored, readJson, remove, writeJson } from "./storage.ts";

/** A value that code outside React reads and changes, and that components follow with `useStore`. */
export type Store<State> = {
  readonly get: () => State;
  /** Replaces the value. Listeners are called unless it is the same one. */
  readonly set: (next: State) => void;
  /** Calls back after every change. Returns a function that ends this. */
  readonly subscribe: (listener: () => void) => () => void;
};

export type ReadableStore<State> = Pick<Store<State>, "get" | "subscribe">;

/** A store that holds `initial` until something else is set. */
export function createStore<State>(initial: State): Store<State> {
  const listeners = new Set<() => void>();
  let state = initial;
  return {
    get: () => state,
    set(next) {
      if (Object.is(next, state)) return;
      state = next;
      listeners.forEach((listener) => listener());
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A value that local storage keeps and that the tabs share. */
export type KeptStore<State> = ReadableStore<State> & {
  /** Returns false when a full or blocked storage did not keep the change, which then holds for this page only. */
  readonly change: (change: (state: State) => State) => boolean;
  /** Removes it from this browser. */
  readonly forget: () => void;
};

const kept = new Map<string, unknown>();

/**
 * The store of what local storage keeps under `key`: the same one for everybody who asks.
 * @param parse Reads what is stored there, whatever that is. Each key has only one such function.
 * @param isTyped Whether a person types it. Where storage did not take it, the browser asks before the page is left.
 */
export function keptStore<State>(
  key: string,
  parse: (stored: unknown) => State,
  isTyped = false,
): KeptStore<State> {
  const known = kept.get(key);
  if (known !== undefined) return known as KeptStore<State>;
  const stored = () => parse(readJson(key));
  const { get, set, subscribe } = createStore(stored());
  let isWritten = true;
  followStored(key, () => isWritten && set(stored()));
  const askToStay = (event: BeforeUnloadEvent) => {
    const isStored = JSON.stringify(get()) === JSON.stringify(stored());
    if (!isWritten && !isStored) event.preventDefault();
  };
  const store: KeptStore<State> = {
    get,
    subscribe,
    change(change) {
      // From what is stored now: a tab that was frozen has not heard yet what others kept.
      const before = isWritten ? stored() : get();
      const changed = change(before);
      if (Object.is(changed, before)) return isWritten;
      isWritten = writeJson(key, changed);
      if (isTyped && !isWritten) globalThis.window?.addEventListener("beforeunload", askToStay);
      set(changed);
      return isWritten;
    },
    forget() {
      remove(key);
      isWritten = true;
      set(stored());
    },
  };
  kept.set(key, store);
  return store;
}

/**
 * A part of a store's value, followed by the component that calls this.
 * @param select Must return the same part for the same value, so that an unchanged part does not render again.
 */
export function useStore<State, Part>(
  store: ReadableStore<State>,
  select: (state: State) => Part,
): Part {
  const read = () => select(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}
