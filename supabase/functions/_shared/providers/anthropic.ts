import Anthropic from "@anthropic-ai/sdk";
import {
  CLIENT_OPTIONS,
  type Connect,
  NOTHING,
  type Reading,
  SYSTEM_TEXT,
} from "./answer-stream.ts";
import type { FailureKind } from "./failures.ts";

/** Connects to Anthropic's messages. */
export function connectAnthropic(apiKey: string, baseURL: string | undefined): Connect {
  const client = new Anthropic({
    ...CLIENT_OPTIONS,
    apiKey,
    baseURL: baseURL ?? "https://api.anthropic.com",
    webhookKey: null,
  });
  return async ({ model, maxTokens, messages, signal }) => ({
    events: await client.messages.create(
      { model, stream: true, max_tokens: maxTokens, system: SYSTEM_TEXT, messages },
      { signal },
    ),
    read: eventReader(),
  });
}

type AnthropicEvent = {
  type?: unknown;
  content_block?: { type?: unknown; text?: unknown } | null;
  delta?: { type?: unknown; text?: unknown; stop_reason?: unknown } | null;
} | null;

const ENDS: ReadonlyMap<unknown, "finished" | FailureKind> = new Map([
  ["end_turn", "finished"],
  ["stop_sequence", "finished"],
  ["max_tokens", "cut_off"],
  ["model_context_window_exceeded", "context_too_long"],
  ["refusal", "refused"],
] as const);

/** The stop reason comes first and `message_stop` last; the answer is whole only when both have come. */
function eventReader(): (event: unknown) => Reading {
  let finished = false;
  return (raw) => {
    const event = raw as AnthropicEvent;
    switch (event?.type) {
      case "content_block_start":
        return event.content_block?.type === "text" ? readText(event.content_block.text) : NOTHING;
      case "content_block_delta":
        return event.delta?.type === "text_delta" ? readText(event.delta.text) : NOTHING;
      case "message_delta": {
        const reason = event.delta?.stop_reason;
        if (reason === null || reason === undefined) return NOTHING;
        const end = ENDS.get(reason) ?? "broken";
        finished = end === "finished";
        return finished ? NOTHING : { text: "", end };
      }
      case "message_stop":
        return { text: "", end: finished ? "finished" : "broken" };
      default:
        return NOTHING;
    }
  };
}

function readText(text: unknown): Reading {
  return typeof text === "string" ? { text, end: undefined } : { text: "", end: "broken" };
}
