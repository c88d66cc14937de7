/** What is known of how a reply came about; null for what is not known. */
export type ReplyFacts = {
  /** The provider's own name of the model. */
  readonly providerModel: string | null;
  readonly askedAt: string | null;
  readonly firstTextMs: number | null;
  readonly tookMs: number | null;
  readonly inputTokens: number | null;
  readonly cachedTokens: number | null;
  readonly outputTokens: number | null;
  /** The id of the first message that the model was given; null when it was given all. */
  readonly contextFrom: string | null;
  /** False for a reply that broke off. */
  readonly isWhole: boolean;
};

export type Fact = { readonly name: string; readonly value: string };

const UNKNOWN = "Not known";

/**
 * The facts of a reply as a person reads them.
 * @param timeZone The time zone of the times; the reader's when absent.
 */
export function factsToShow(facts: ReplyFacts, timeZone?: string): Fact[] {
  const known = <Value>(value: Value | null, show: (value: Value) => string) =>
    value === null ? UNKNOWN : show(value);
  const count = (tokens: number) => tokens.toLocaleString("en-US");
  return [
    { name: "Name at the provider", value: facts.providerModel ?? UNKNOWN },
    { name: "Asked", value: known(facts.askedAt, (at) => timeText(at, timeZone)) },
    { name: "First word after", value: known(facts.firstTextMs, durationText) },
    { name: "Whole reply after", value: known(facts.tookMs, durationText) },
    { name: "Tokens in", value: known(facts.inputTokens, count) },
    { name: "Of these, cached", value: known(facts.cachedTokens, count) },
    { name: "Tokens out", value: known(facts.outputTokens, count) },
  ];
}

/** A duration in words, the less exact the longer it is: `850 ms`, `1.2 s`, `14 s`, `2 min 5 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const tenths = Math.round(milliseconds / 100);
  if (tenths < 100) return `${tenths / 10} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function timeText(timestamp: string, timeZone: string | undefined): string {
  const format = new Intl.DateTimeFormat("en-US", {
    dateStyle: "long",
    timeStyle: "medium",
    hourCycle: "h23",
    timeZone,
  });
  return format.format(Date.parse(timestamp));
}
