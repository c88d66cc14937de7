import { createKeptStore, type KeptStore } from "#lib/store.ts";
import type { ModelId } from "#models";
import { lastModelKey, parseLastModel } from "./last-model-rules.ts";

const stores = new Map<string, KeptStore<ModelId | null>>();

/** The model that a person used last in this browser: chosen, or sent a message to. Null when they never did. */
export function lastModel(userId: string | null): KeptStore<ModelId | null> {
  const key = lastModelKey(userId);
  const store = stores.get(key) ?? createKeptStore(key, parseLastModel);
  stores.set(key, store);
  return store;
}
