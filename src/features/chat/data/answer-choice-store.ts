import { readJson, writeJson } from "#lib/storage.ts";
import { createStore, type ReadableStore } from "#lib/store.ts";
import { type AnswerChoices, parseChoices } from "./answer-choice-rules.ts";

type ChoiceStore = ReadableStore<AnswerChoices> & {
  readonly change: (change: (choices: AnswerChoices) => AnswerChoices) => void;
};

const stores = new Map<string, ChoiceStore>();

/** What a person has chosen among several answers, kept in local storage and so in step with the other tabs. */
export function answerChoices(userId: string): ChoiceStore {
  const store = stores.get(userId) ?? createChoiceStore(`answer-choices:${userId}`);
  stores.set(userId, store);
  return store;
}

function createChoiceStore(key: string): ChoiceStore {
  const stored = () => parseChoices(readJson(key));
  const store = createStore(stored());
  globalThis.window?.addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) store.set(stored());
  });
  return {
    get: store.get,
    subscribe: store.subscribe,
    change(change) {
      const changed = change(store.get());
      if (changed === store.get()) return;
      writeJson(key, changed);
      store.set(changed);
    },
  };
}
