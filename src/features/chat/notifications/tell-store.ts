import { followStored, readJson, remove, writeJson } from "#lib/storage.ts";
import { createStore, type Store } from "#lib/store.ts";

const stores = new Map<string, Store<boolean>>();

/** Whether a person wants to be told when a reply is done. Kept in this browser, and in step with its other tabs. */
export function tellStore(userId: string): Store<boolean> {
  const store = stores.get(userId) ?? createTellStore(`tell-when-done:${userId}`);
  stores.set(userId, store);
  return store;
}

function createTellStore(key: string): Store<boolean> {
  const stored = () => readJson(key) === true;
  const store = createStore(stored());
  followStored(key, () => store.set(stored()));
  return {
    ...store,
    set(isOn) {
      if (isOn) writeJson(key, true);
      else remove(key);
      store.set(isOn);
    },
  };
}
