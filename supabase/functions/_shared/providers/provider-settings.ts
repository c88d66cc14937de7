import { MODEL_IDS, MODELS, type ModelId, type ProviderId } from "../models.ts";

/** Without a key a provider's models are unavailable. */
type Access = { apiKey: string | undefined; baseURL: string };

/** How to reach the three providers, and the provider's own names of each of the four models. */
export type ProviderSettings = {
  providers: Record<ProviderId, Access>;
  modelNames: Record<ModelId, readonly string[]>;
};

/**
 * Reads `<PROVIDER>_API_KEY`, `<PROVIDER>_BASE_URL` and the models' `MODEL_…` variables, which hold names with commas
 * between. A blank variable counts as absent. Never fails.
 */
export function readProviderSettings(env: (name: string) => string | undefined): ProviderSettings {
  const read = (name: string) => env(name)?.trim() || undefined;
  const access = (prefix: string, usual: string): Access => ({
    apiKey: read(`${prefix}_API_KEY`),
    baseURL: read(`${prefix}_BASE_URL`) ?? usual,
  });
  const names = (variable: string) => {
    const given = (env(variable) ?? "").split(",").map((name) => name.trim());
    return given.filter((name) => name !== "");
  };
  return {
    providers: {
      openai: access("OPENAI", "https://api.openai.com/v1"),
      xai: access("XAI", "https://api.x.ai/v1"),
      anthropic: access("ANTHROPIC", "https://api.anthropic.com"),
    },
    modelNames: Object.fromEntries(
      MODEL_IDS.map((id) => {
        const given = names(MODELS[id].override);
        return [id, given.length > 0 ? given : MODELS[id].names];
      }),
    ) as Record<ModelId, readonly string[]>,
  };
}
