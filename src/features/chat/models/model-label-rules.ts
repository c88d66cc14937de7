import { MODEL_LABELS, type ModelId } from "#models";

/** The name of the model that wrote a message; null when the message does not say. */
export function modelLabel(model: string | null): string | null {
  return model === null ? null : isModel(model) ? MODEL_LABELS[model] : model;
}

function isModel(name: string): name is ModelId {
  return Object.hasOwn(MODEL_LABELS, name);
}
