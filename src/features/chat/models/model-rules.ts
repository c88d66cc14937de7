import { MODEL_IDS, MODEL_LABELS, type ModelId } from "#models";

/** The name of the model that wrote a message; null when the message does not say. */
export function modelLabel(model: string | null): string | null {
  const known = MODEL_IDS.find((id) => id === model);
  return known === undefined ? model : MODEL_LABELS[known];
}

/** The models that are asked, the first one first. */
export type AskedModels = readonly [ModelId, ...ModelId[]];

/** All four models, beginning with one. */
export function modelsFrom(first: ModelId): AskedModels {
  return [first, ...MODEL_IDS.filter((id) => id !== first)];
}
