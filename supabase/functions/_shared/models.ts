/** The assistants a person can choose among. */
export const MODEL_IDS = ["chatgpt-4", "chatgpt-5", "grok", "claude-4"] as const;
export type ModelId = (typeof MODEL_IDS)[number];
export type ProviderId = "openai" | "xai" | "anthropic";

export type Model = {
  readonly provider: ProviderId;
  /**
   * The provider's names for it, unless the environment variable `override` has others. The first that the provider
   * still has is used (`namesAt`), and the last has no announced end.
   */
  readonly names: readonly string[];
  readonly override: string;
};

export const DEFAULT_MODEL: ModelId = "chatgpt-4";

/** The names that people see. Separate, because the page needs nothing else. */
export const MODEL_LABELS: Readonly<Record<ModelId, string>> = {
  "chatgpt-4": "ChatGPT 4",
  "chatgpt-5": "ChatGPT 5",
  grok: "Grok",
  "claude-4": "Claude 4",
};

export const MODELS: Readonly<Record<ModelId, Model>> = {
  "chatgpt-4": {
    provider: "openai",
    names: ["gpt-4.1", "gpt-6-luna"],
    override: "MODEL_CHATGPT_4",
  },
  "chatgpt-5": {
    provider: "openai",
    names: ["gpt-5.6-terra", "gpt-6.1-terra"],
    override: "MODEL_CHATGPT_5",
  },
  grok: {
    provider: "xai",
    names: ["grok-4.3", "grok-4.7"],
    override: "MODEL_GROK",
  },
  "claude-4": {
    provider: "anthropic",
    names: ["claude-sonnet-4-6", "claude-sonnet-5-5"],
    override: "MODEL_CLAUDE_4",
  },
};

/** The days on which names end, as far as their providers have announced them. */
const ENDS: Readonly<Record<string, string>> = { "gpt-4.1": "2027-01-14" };

/**
 * The order in which the names of a model are asked at `now`, in milliseconds since 1970: those whose announced end has
 * come are last. So a process that has just begun knows it too.
 */
export function namesAt(names: readonly string[], now: number): string[] {
  const hasEnded = (name: string) => now >= Date.parse(ENDS[name] ?? "");
  return names.toSorted((left, right) => Number(hasEnded(left)) - Number(hasEnded(right)));
}
