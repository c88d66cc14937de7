/** The assistants a person can choose among. */
export const MODEL_IDS = ["chatgpt-4", "chatgpt-5", "grok", "claude-4"] as const;
export type ModelId = (typeof MODEL_IDS)[number];
export type ProviderId = "openai" | "xai" | "anthropic";

export type Model = {
  readonly provider: ProviderId;
  /** The provider's own name for it, unless the environment variable `override` names another. */
  readonly name: string;
  readonly override: string;
  /** The most tokens one answer may cost. What a model thinks before it writes counts too. */
  readonly maxTokens: number;
  /** How many tokens of the conversation it is given at most, as the database estimates them. */
  readonly contextTokens: number;
};

export const DEFAULT_MODEL: ModelId = "chatgpt-4";

/** What the person sees. Apart from the rest, which the page has no use for. */
export const MODEL_LABELS: Readonly<Record<ModelId, string>> = {
  "chatgpt-4": "ChatGPT 4",
  "chatgpt-5": "ChatGPT 5",
  grok: "Grok",
  "claude-4": "Claude 4",
};

/**
 * Far below what the models can take: every token of it is paid for at every turn. When the conversation outgrows it, it
 * is cut to 60 %, which still holds the longest message in any script.
 */
const CONTEXT_TOKENS = 60_000;

export const MODELS: Readonly<Record<ModelId, Model>> = {
  "chatgpt-4": {
    provider: "openai",
    name: "gpt-4.1",
    override: "MODEL_CHATGPT_4",
    maxTokens: 16_384,
    contextTokens: CONTEXT_TOKENS,
  },
  "chatgpt-5": {
    provider: "openai",
    name: "gpt-5.6-terra",
    override: "MODEL_CHATGPT_5",
    maxTokens: 32_768,
    contextTokens: CONTEXT_TOKENS,
  },
  grok: {
    provider: "xai",
    name: "grok-4.3",
    override: "MODEL_GROK",
    maxTokens: 32_768,
    contextTokens: CONTEXT_TOKENS,
  },
  "claude-4": {
    provider: "anthropic",
    name: "claude-sonnet-4-6",
    override: "MODEL_CLAUDE_4",
    maxTokens: 16_384,
    contextTokens: CONTEXT_TOKENS,
  },
};
