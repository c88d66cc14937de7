/**
 * What a provider said of one answer: its own name of the model, and the tokens that it counted. Null is what it has not
 * said, or not in a form that can be read.
 */
export type Usage = {
  providerModel: string | null;
  /** All tokens that it was given, cached ones included. */
  inputTokens: number | null;
  /** Those of them that it had in its cache. */
  cachedTokens: number | null;
  /** All tokens that it wrote, what it thought before the answer included. */
  outputTokens: number | null;
};

export const NO_USAGE: Usage = {
  providerModel: null,
  inputTokens: null,
  cachedTokens: null,
  outputTokens: null,
};

const MOST_TOKENS = 1_000_000_000;
const LONGEST_NAME = 200;

/** `known` with everything that `newer` says. */
export function mergeUsage(known: Usage, newer: Partial<Usage> = {}): Usage {
  const said = Object.entries(newer).filter(([, value]) => value !== null);
  return { ...known, ...Object.fromEntries(said) };
}

/** A number of tokens as a provider gave it, or null when it is none. */
export function tokens(value: unknown): number | null {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_TOKENS
    ? Number(value)
    : null;
}

/** A model's name as a provider gave it, fit to store and to show, or null when there is none. */
export function modelName(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const name = value.replaceAll(/\p{C}/gu, "").trim().slice(0, LONGEST_NAME).toWellFormed();
  return name === "" ? null : name;
}
