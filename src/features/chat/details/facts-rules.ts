import type { Message } from "#contract";

/** What is known of how a reply came about; null or absent for what is not known. */
export type ReplyFacts = Partial<Omit<Message, "id" | "content">>;

export type Fact = { readonly name: string; readonly value: string };

/**
 * The facts of a reply as a person reads them.
 * @param timeZone The time zone of the times; the reader's when absent.
 */
export function factsToShow(facts: ReplyFacts, timeZone?: string): Fact[] {
  const known = <Value>(value: Value | null | undefined, show: (value: Value) => string) =>
    value == null ? "Not known" : show(value);
  const count = (tokens: number) => tokens.toLocaleString("en-US");
  return [
    { name: "Model ID", value: known(facts.provider_model, String) },
    { name: "Asked", value: known(facts.asked_at, (at) => timeText(at, timeZone)) },
    { name: "Time to first word", value: known(facts.first_text_ms, durationText) },
    { name: "Time to full reply", value: known(facts.took_ms, durationText) },
    { name: "Input tokens", value: known(facts.input_tokens, count) },
    { name: "Cached input tokens", value: known(facts.cached_tokens, count) },
    { name: "Output tokens", value: known(facts.output_tokens, count) },
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

const timeText = (timestamp: string, timeZone: string | undefined) =>
  new Date(timestamp).toLocaleString("en-US", {
    dateStyle: "long",
    timeStyle: "medium",
    hourCycle: "h23",
    timeZone,
  });
