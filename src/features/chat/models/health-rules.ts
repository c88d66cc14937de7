import type { ModelHealth } from "#contract";
import { MODEL_IDS, type ModelId } from "#models";

/** How each model is doing, as far as it is known. */
export type ModelHealths = Readonly<Partial<Record<ModelId, ModelHealth>>>;

/** What to say beside a model that has trouble; null for the others. */
export function troubleOf(health: ModelHealth | undefined): string | null {
  if (health === "slow") return "slow";
  return health === "failing" ? "not answering" : null;
}

/** The model to ask besides those: the first without trouble, else a slow one; null when there is none. */
export function otherModel(healths: ModelHealths, asked: readonly ModelId[]): ModelId | null {
  const others = MODEL_IDS.filter((id) => !asked.includes(id) && healths[id] !== "failing");
  return others.find((id) => healths[id] !== "slow") ?? others[0] ?? null;
}
