import { createKeptStore, type KeptStore } from "#lib/store.ts";
import { type AnswerChoices, parseChoices } from "./answer-choice-rules.ts";

const stores = new Map<string, KeptStore<AnswerChoices>>();

/** What a person has chosen among several answers, kept in local storage and so in step with the other tabs. */
export function answerChoices(userId: string): KeptStore<AnswerChoices> {
  const store = stores.get(userId) ?? createKeptStore(`answer-choices:${userId}`, parseChoices);
  stores.set(userId, store);
  return store;
}
