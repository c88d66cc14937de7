import { type KeptStore, keptStore } from "#lib/store.ts";
import type { ModelId } from "#models";
import { lastModelKey, parseLastModel } from "./last-model-rules.ts";

/** The model that a person used last in this browser: chosen, or sent a message to. Null when they never did. */
export const lastModel = (userId: string | null): KeptStore<ModelId | null> =>
  keptStore(lastModelKey(userId), parseLastModel);
