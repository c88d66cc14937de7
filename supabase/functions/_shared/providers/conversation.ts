import type { FailureKind } from "./failures.ts";

/** A message of a chat's history. */
export type Turn = { role: "user" | "assistant"; content: string };

/** One request to a provider; `model` is the provider's own name for it. */
export type Request = { model: string; turns: Turn[]; signal: AbortSignal };

/** What one event of an answer says. `finished` is the provider's explicit word that the answer is whole. */
export type Reading = { text: string; end: "finished" | FailureKind | undefined };

/**
 * A provider's answer in progress. Events are untyped because they are somebody else's: `read` believes nothing
 * about their shape.
 */
export type Conversation = { events: AsyncIterable<unknown>; read: (event: unknown) => Reading };

/** Opens a conversation with one provider; rejects with whatever its SDK throws. */
export type Connect = (request: Request) => Promise<Conversation>;

/** The pages show plain text only (DESIGN 3.10). */
export const SYSTEM_TEXT =
  "You are a helpful assistant in a chat application. Answer in the language of the question. " +
  "Write plain text only, without Markdown or HTML.";

/** What every client is made with: we count tries, keep the time and write the log ourselves. */
export const CLIENT_OPTIONS = {
  maxRetries: 0,
  timeout: 10 * 60_000,
  logLevel: "off",
  // A redirect comes back as an answer with status 3xx; the key never follows it.
  fetchOptions: { redirect: "manual" },
} as const;

export const NOTHING: Reading = { text: "", end: undefined };
