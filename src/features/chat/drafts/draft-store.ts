import { readJson, remove, writeJson } from "#lib/storage.ts";
import { draftsKey, isNothing, NO_DRAFTS, type Drafts, readDrafts } from "./draft-rules.ts";

type Change = (drafts: Drafts) => Drafts;

/** One person's drafts in this tab, kept in step with local storage and with the other tabs. */
export type DraftStore = {
  get: () => Drafts;
  /** `soon` may wait a moment, so that typing does not write with every key; leaving the page does not lose it. */
  change: (change: Change, when: "now" | "soon") => void;
  subscribe: (listener: () => void) => () => void;
  forget: () => void;
};

const WRITE_AFTER_MS = 250;
const stores = new Map<string, DraftStore>();

/** The drafts of a person, or of a visitor. */
export function draftStore(userId: string | null): DraftStore {
  const key = draftsKey(userId);
  const store = stores.get(key) ?? createDraftStore(key);
  stores.set(key, store);
  return store;
}

/** Leaves nothing of what a person typed on this device: for log-out (DESIGN 7). */
export function forgetDrafts(userId: string): void {
  draftStore(userId).forget();
}

function createDraftStore(key: string): DraftStore {
  const listeners = new Set<() => void>();
  // What this tab has changed since it last wrote. It is done again on what storage holds then, so that two tabs
  // never undo each other's places.
  let unwritten: Change[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drafts = readDrafts(readJson(key));

  const notify = () => listeners.forEach((listener) => listener());
  const fresh = () => unwritten.reduce((all, change) => change(all), readDrafts(readJson(key)));

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (unwritten.length === 0) return;
    const stored = fresh();
    unwritten = [];
    if (isNothing(stored)) remove(key);
    else writeJson(key, stored);
  };

  // Where the shell is rendered, there is no window.
  globalThis.window?.addEventListener("pagehide", write);
  globalThis.document?.addEventListener("visibilitychange", write);
  globalThis.window?.addEventListener("storage", (event) => {
    if (event.key !== key && event.key !== null) return;
    drafts = fresh();
    notify();
  });

  return {
    get: () => drafts,
    change(change, when) {
      const changed = change(drafts);
      if (changed === drafts) return;
      drafts = changed;
      unwritten.push(change);
      if (when === "now") write();
      else timer ??= setTimeout(write, WRITE_AFTER_MS);
      notify();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forget() {
      clearTimeout(timer);
      timer = undefined;
      unwritten = [];
      drafts = NO_DRAFTS;
      remove(key);
      notify();
    },
  };
}
