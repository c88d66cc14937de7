import OpenAI from "openai";
import { CLIENT_OPTIONS, type Connect, type Reading, SYSTEM_TEXT } from "./answer-stream.ts";
import type { FailureKind } from "./failures.ts";

/** Connects to OpenAI's chat completions, which xAI and most compatible servers offer too. */
export function connectOpenAI(apiKey: string, baseURL: string | undefined): Connect {
  const client = new OpenAI({
    ...CLIENT_OPTIONS,
    apiKey,
    baseURL: baseURL ?? "https://api.openai.com/v1",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
  });
  return async ({ model, maxTokens, messages, signal }) => ({
    events: await client.chat.completions.create(
      {
        model,
        stream: true,
        max_completion_tokens: maxTokens,
        messages: [{ role: "system", content: SYSTEM_TEXT }, ...messages],
      },
      { signal },
    ),
    read: readChunk,
  });
}

type Chunk = {
  choices?: ({
    delta?: { content?: unknown; refusal?: unknown } | null;
    finish_reason?: unknown;
  } | null)[];
} | null;

const ENDS: ReadonlyMap<unknown, "finished" | FailureKind> = new Map([
  ["stop", "finished"],
  ["length", "cut_off"],
  ["content_filter", "refused"],
] as const);

function readChunk(event: unknown): Reading {
  const choice = (event as Chunk)?.choices?.[0];
  const content = choice?.delta?.content ?? "";
  if (typeof content !== "string") return { text: "", end: "broken" };
  if (choice?.delta?.refusal) return { text: "", end: "refused" };
  return { text: content, end: endOf(choice?.finish_reason) };
}

function endOf(reason: unknown): Reading["end"] {
  if (reason === null || reason === undefined) return undefined;
  return ENDS.get(reason) ?? "broken";
}
