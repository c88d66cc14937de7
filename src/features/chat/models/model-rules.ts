import { MODEL_IDS, MODEL_LABELS, type ModelId } from "#models";

/** The name of the model that wrote a message; null when the message does not say. */
export function modelLabel(model: string | null): string | null {
  return model === null ? null : isModel(model) ? MODEL_LABELS[model] : model;
}

function isModel(name: string): name is ModelId {
  return Object.hasOwn(MODEL_LABELS, name);
}

/** The models that are asked, the first one first. */
export type AskedModels = readonly [ModelId, ...ModelId[]];

/** All four models, beginning with one. */
export function modelsFrom(first: ModelId): AskedModels {
  return [first, ...MODEL_IDS.filter((id) => id !== first)];
}

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
