import { MODEL_IDS, type ModelId } from "#models";

/** The models that are asked, the first one first. */
export type AskedModels = readonly [ModelId, ...ModelId[]];

/** All four models, beginning with one. */
export function modelsFrom(first: ModelId): AskedModels {
  return [first, ...MODEL_IDS.filter((id) => id !== first)];
}
