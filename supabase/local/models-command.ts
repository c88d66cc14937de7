import { setTimeout as sleep } from "node:timers/promises";
import {
  MODEL_IDS,
  MODEL_LABELS,
  type ModelId,
  MODELS,
  type ProviderId,
} from "../functions/_shared/models.ts";
import { anthropicClient, anthropicErrors } from "../functions/_shared/providers/anthropic.ts";
import { failureFrom, type SdkErrors } from "../functions/_shared/providers/failure-rules.ts";
import { openAIClient, openAIErrors } from "../functions/_shared/providers/openai.ts";
import { readProviderSettings } from "../functions/_shared/providers/provider-settings.ts";
import { type Environment, readSettings } from "./process/settings.ts";
import { messageOf, StartError } from "./process/start-error.ts";

const PROVIDERS: readonly { id: ProviderId; label: string }[] = [
  { id: "openai", label: "OpenAI" },
  { id: "xai", label: "xAI" },
  { id: "anthropic", label: "Anthropic" },
];
/** For everything that is asked of one provider. */
const ASKING_MS = 5_000;

/** What a provider says of one of its models: OpenAI has the first field, Anthropic the other two. */
type Entry = {
  id: string;
  shutdown_date?: string | null;
  retires_at?: string | null;
  lifecycle?: string;
};

type Catalogue = { list: () => AsyncIterable<Entry>; retrieve: (name: string) => Promise<Entry> };

/**
 * Asks each provider that has a key for its models, for five seconds at most. Returns a line for each name in the
 * settings that it does not have or will end, and for each provider that could not be asked. Never fails.
 */
export async function reportModels(env: Environment): Promise<string[]> {
  const { providers, modelNames } = readProviderSettings((name) => env[name]);
  const reports = PROVIDERS.map(async ({ id: provider, label }) => {
    const { apiKey, baseURL } = providers[provider];
    if (apiKey === undefined) return [];
    const models = MODEL_IDS.filter((id) => MODELS[id].provider === provider);
    const names = models.flatMap((id) => modelNames[id]);
    const errors = provider === "anthropic" ? anthropicErrors : openAIErrors;
    try {
      const client = (provider === "anthropic" ? anthropicClient : openAIClient)(apiKey, baseURL);
      const late = sleep(ASKING_MS, undefined, { ref: false });
      const ends = await Promise.race([endsOf(names, client.models, errors), late]);
      if (!ends) throw new Error("No answer in time.");
      return models.flatMap((id) => linesOf(id, label, modelNames[id], ends));
    } catch (error) {
      const { kind } = failureFrom(error, Date.now(), errors);
      return [`${label} could not be asked which models it has (${kind}).`];
    }
  });
  return (await Promise.all(reports)).flat();
}

/** Returns those of the names that a provider has, each with the day of its end, or "" where none is announced. */
async function endsOf(names: readonly string[], catalogue: Catalogue, errors: SdkErrors) {
  const ends = new Map<string, string>();
  const add = (name: string, { shutdown_date, retires_at, lifecycle }: Entry) => {
    if (lifecycle === "retired") return;
    ends.set(name, (shutdown_date ?? retires_at ?? "").slice(0, "2027-01-14".length));
  };
  for await (const entry of catalogue.list()) add(entry.id, entry);
  for (const name of names.filter((each) => !ends.has(each))) {
    // Lists leave out aliases.
    try {
      add(name, await catalogue.retrieve(name));
    } catch (error) {
      if (failureFrom(error, Date.now(), errors).kind !== "model_gone") throw error;
    }
  }
  return ends;
}

function linesOf(
  model: ModelId,
  provider: string,
  names: readonly string[],
  ends: ReadonlyMap<string, string>,
): string[] {
  return names.flatMap((name, index) => {
    const end = ends.get(name);
    if (end === "") return [];
    const what = end === undefined ? `${provider} does not have ${name}` : `${name} ends on ${end}`;
    const next = names[index + 1];
    const then = next ? `${next} is next` : `name a further one in ${MODELS[model].override}`;
    return [`${MODEL_LABELS[model]}: ${what}; ${then}.`];
  });
}

async function main(): Promise<void> {
  const { env } = readSettings(process.env);
  const { providers } = readProviderSettings((name) => env[name]);
  const asked = PROVIDERS.filter(({ id }) => providers[id].apiKey !== undefined);
  if (asked.length === 0) {
    throw new StartError(
      "No provider has a key: set OPENAI_API_KEY, XAI_API_KEY or ANTHROPIC_API_KEY.",
    );
  }
  console.log(`Asking ${asked.map(({ label }) => label).join(", ")}.`);
  const lines = await reportModels(env);
  console.log(lines.join("\n") || "Every model is there, and no end is announced.");
}

if (import.meta.main) {
  try {
    await main();
    process.exit();
  } catch (error) {
    console.error(messageOf(error));
    process.exit(1);
  }
}
