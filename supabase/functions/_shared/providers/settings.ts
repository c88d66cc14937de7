import { MODEL_IDS, MODELS, type ModelId, type ProviderId } from "../models.ts";

export type ProviderSettings = { apiKey: string | undefined; baseURL: string | undefined };

/** How to reach the three providers, and the provider's own name of each of the four models. */
export type Settings = {
  providers: Record<ProviderId, ProviderSettings>;
  modelNames: Record<ModelId, string>;
};

const XAI_BASE_URL = "https://api.x.ai/v1";

/** Reads the settings of DESIGN 2 from `env`; a blank variable counts as absent. Never fails. */
export function readSettings(env: (name: string) => string | undefined): Settings {
  const read = (name: string) => env(name)?.trim() || undefined;
  const provider = (prefix: string): ProviderSettings => ({
    apiKey: read(`${prefix}_API_KEY`),
    baseURL: read(`${prefix}_BASE_URL`),
  });
  const xai = provider("XAI");
  return {
    providers: {
      openai: provider("OPENAI"),
      xai: { ...xai, baseURL: xai.baseURL ?? XAI_BASE_URL },
      anthropic: provider("ANTHROPIC"),
    },
    modelNames: Object.fromEntries(
      MODEL_IDS.map((id) => [id, read(MODELS[id].override) ?? MODELS[id].name]),
    ) as Record<ModelId, string>,
  };
}
