import { type KeptStore, keptStore } from "#lib/store.ts";
import { type AnswerChoices, parseChoices } from "./answer-choice-rules.ts";

/** What a person has chosen among several answers, kept in local storage and so in step with the other tabs. */
export const answerChoices = (userId: string): KeptStore<AnswerChoices> =>
  keptStore(`answer-choices:${userId}`, parseChoices);
