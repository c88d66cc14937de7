import { createParser } from "eventsource-parser";
import type { FailureKind } from "./failures.ts";
import type { Usage } from "./usage-rules.ts";

/** A message of a chat's history, as providers are given it. */
export type HistoryMessage = { role: "user" | "assistant"; content: string };

/** One request to a provider; `model` is the provider's own name for it. */
export type ProviderRequest = {
  model: string;
  /** What the model is told before the conversation. */
  system: string;
  messages: HistoryMessage[];
  signal: AbortSignal;
};

/** What one event of an answer says. `finished` is the provider's explicit word that the answer is whole. */
export type Reading = {
  text: string;
  end: "finished" | FailureKind | undefined;
  /** What the event says of the model and its tokens; a later one replaces it. */
  usage?: Partial<Usage> | undefined;
};

/** The reading of an event without text that ends nothing. */
export const NOTHING: Reading = { text: "", end: undefined };

/**
 * A provider's answer in progress. Its events come from outside and may have any shape: `read` checks everything it
 * uses of their data. It throws a SyntaxError for what is no JSON, and the SDK's error for an error of the provider.
 */
export type AnswerStream = { response: Response; read: (data: string) => Reading };

/**
 * Returns a function that takes the chunks of a stream and returns the data of the events that each completes. A hosted
 * worker has two seconds of processor time in its life, so nothing here makes a promise for an event.
 */
export function eventFinder(): (chunk: Uint8Array) => string[] {
  const decoder = new TextDecoder();
  let found: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => found.push(data) });
  return (chunk) => {
    found = [];
    parser.feed(decoder.decode(chunk, { stream: true }));
    return found;
  };
}

/** Only what to write: told what not to write, models do so all the same. */
export const SYSTEM_TEXT =
  "You are a helpful assistant in a chat application. Answer in the language of the question. " +
  "Write short paragraphs, lists with a dash before each item, and code between fences.";

/** What a model is told before the conversation, with what the person asks of all models. */
export function systemText(instructions: string | null): string {
  if (instructions === null) return SYSTEM_TEXT;
  const about =
    "The person you talk with has asked the following of every reply. It comes before what is said above:";
  return [SYSTEM_TEXT, about, instructions].join("\n\n");
}

/** The options of every SDK client. Tries, deadlines and logging are ours, so the SDKs' own are off. */
export const CLIENT_OPTIONS = {
  maxRetries: 0,
  timeout: 10 * 60_000,
  logLevel: "off",
  // A redirect comes back as a response with status 3xx, so that the key is never sent elsewhere.
  fetchOptions: { redirect: "manual" },
} as const;

/**
 * Makes a client once for each key and address: an SDK makes dozens of objects for one, a twelfth of the processor time of a
 * streamed reply.
 */
export function keptClients<Client>(make: (apiKey: string, baseURL: string) => Client) {
  const clients = new Map<string, Client>();
  return (apiKey: string, baseURL: string): Client => {
    const key = `${baseURL} ${apiKey}`;
    const client = clients.get(key) ?? make(apiKey, baseURL);
    clients.set(key, client);
    return client;
  };
}
