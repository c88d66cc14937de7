import { useReducer } from "react";
import { followStored, readJson, remove, writeJson } from "#lib/storage.ts";
import { createStore, type ReadableStore, useStore } from "#lib/store.ts";
import {
  contentAt,
  type Drafts,
  draftsKey,
  isEmpty,
  NO_DRAFTS,
  parseDrafts,
} from "./draft-rules.ts";
import { withTyped } from "./typed-rules.ts";

type Change = (drafts: Drafts) => Drafts;

/** One person's drafts in this tab, kept in step with local storage and so with the other tabs. */
export type DraftStore = ReadableStore<Drafts> & {
  /** `soon` may wait a moment, so that typing does not write with every key. Leaving the page writes at once. */
  readonly change: (change: Change, when: "now" | "soon") => void;
  readonly forget: () => void;
};

const WRITE_AFTER_MS = 250;
const stores = new Map<string, DraftStore>();

/** The drafts of a person, or of visitors. */
export function draftStore(userId: string | null): DraftStore {
  const key = draftsKey(userId);
  const store = stores.get(key) ?? createDraftStore(key);
  stores.set(key, store);
  return store;
}

/** What is typed at a place (a chat's id, or the home box), and a function that changes it. */
export function useDraft(
  userId: string | null,
  place: string,
): [string, (content: string) => void] {
  const store = draftStore(userId);
  const content = useStore(store, (drafts) => contentAt(drafts, place));
  // A new box follows the store only some time after it is on the screen. What is typed until then is drawn by this;
  // without it React would take it out of the field again.
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const keep = (typed: string) => {
    keepTyped(store, place, contentAt(store.get(), place), typed);
    draw();
  };
  return [content, keep];
}

/** Keeps what was typed at a place. `before`: what the person saw there when they typed. */
export function keepTyped(store: DraftStore, place: string, before: string, typed: string): void {
  store.change((drafts) => withTyped(drafts, place, before, typed), "soon");
}

/** Removes everything a person typed from this browser, when they log out. */
export function forgetDrafts(userId: string): void {
  draftStore(userId).forget();
}

function createDraftStore(key: string): DraftStore {
  // What this tab has changed since it last wrote, and what a full storage did not keep. It is applied again to what
  // storage holds by then, so that two tabs do not undo each other's changes.
  let unwritten: Change[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stored = () => parseDrafts(readJson(key));
  const store = createStore(stored());

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    if (unwritten.length === 0) return;
    const drafts = merged();
    if (isEmpty(drafts)) remove(key);
    else if (!writeJson(key, drafts)) return;
    unwritten = [];
  };
  const merged = () => unwritten.reduce((drafts, change) => change(drafts), stored());

  // There is no window where the shell is rendered at build time.
  globalThis.window?.addEventListener("pagehide", write);
  globalThis.document?.addEventListener("visibilitychange", write);
  followStored(key, () => store.set(merged()));

  return {
    get: store.get,
    subscribe: store.subscribe,
    change(change, when) {
      const changed = change(store.get());
      if (changed === store.get()) return;
      unwritten.push(change);
      if (when === "now") write();
      else timer ??= setTimeout(write, WRITE_AFTER_MS);
      store.set(changed);
    },
    forget() {
      clearTimeout(timer);
      timer = undefined;
      unwritten = [];
      remove(key);
      store.set(NO_DRAFTS);
    },
  };
}
