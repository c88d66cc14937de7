import { MODEL_IDS, type ModelId } from "#models";

/** The key, in local storage, of the model that a person used last. Visitors share one. */
export function lastModelKey(userId: string | null): string {
  return `last-model:${userId ?? "visitor"}`;
}

/** Reads a model from local storage, whatever stands there. */
export function parseLastModel(stored: unknown): ModelId | null {
  return MODEL_IDS.find((id) => id === stored) ?? null;
}

/**
 * The model of a person's next chat: the one chosen for what they are about to send, else the one they used last.
 * @returns null when neither is known: then it is the default
 */
export function modelOfNextChat(chosen: ModelId | null, lastUsed: ModelId | null): ModelId | null {
  return chosen ?? lastUsed;
}
