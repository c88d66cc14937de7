/** How a provider's stream ends; only `good` says that the answer is whole. */
export type StreamEnd = "good" | "length" | "refusal";

/** The frames of one wire protocol, as text to write. */
export type Wire = {
  open: string;
  text: (piece: string) => string;
  end: (how: StreamEnd) => string;
  /** An error event inside the stream. */
  error: (message: string) => string;
  /** The assistant declines in words of its own. */
  declined: string;
  /** A sign of life without content. */
  ping: string;
  /** An event that is JSON but has not the promised shape. */
  malformed: string;
  /** The body of an error answer. */
  refusal: (type: string, message: string) => unknown;
};

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

/**
 * The tokens that a provider counts for one answer. `cached` is a part of `input`; `thought` is what chat completions
 * count in the total only, as xAI does.
 */
export type Counts = { input: number; cached: number; output: number; thought?: number };

/** What the wires count unless they are told otherwise. */
const USUAL_COUNTS: Counts = { input: 21, cached: 8, output: 5 };

const chunk = (delta: object, finish_reason: string | null = null) =>
  data({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 0,
    model: "scripted",
    choices: [{ index: 0, delta, finish_reason }],
  });

/** Chat completions, as OpenAI and xAI speak them. */
export const openaiWire = ({ input, cached, output, thought = 0 } = USUAL_COUNTS): Wire => ({
  open: chunk({ role: "assistant", content: "" }),
  text: (content) => chunk({ content }),
  end: (how) =>
    chunk({}, { good: "stop", length: "length", refusal: "content_filter" }[how]) +
    data({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      model: "scripted",
      choices: [],
      usage: {
        prompt_tokens: input,
        completion_tokens: output,
        total_tokens: input + output + thought,
        prompt_tokens_details: { cached_tokens: cached },
      },
    }) +
    "data: [DONE]\n\n",
  error: (message) => data({ error: { message, type: "server_error", code: null } }),
  declined: chunk({ refusal: "I can't help with that." }) + chunk({}, "stop"),
  ping: ": still here\n\n",
  malformed: data({ choices: [{ index: 0, delta: { content: { text: "no string" } } }] }),
  refusal: (type, message) => ({ error: { message, type, code: type, param: null } }),
});

const event = (type: string, fields: object = {}) => `event: ${type}\n${data({ type, ...fields })}`;

/** Anthropic's messages. */
export const anthropicWire = ({ input, cached, output } = USUAL_COUNTS): Wire => ({
  open:
    event("message_start", {
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "scripted",
        content: [],
        usage: {
          input_tokens: input - cached,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: cached,
          output_tokens: 1,
        },
      },
    }) + event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
  text: (text) => event("content_block_delta", { index: 0, delta: { type: "text_delta", text } }),
  end: (how) =>
    event("content_block_stop", { index: 0 }) +
    event("message_delta", {
      delta: { stop_reason: { good: "end_turn", length: "max_tokens", refusal: "refusal" }[how] },
      usage: { output_tokens: output },
    }) +
    event("message_stop"),
  error: (message) => event("error", { error: { type: "overloaded_error", message } }),
  declined:
    event("message_delta", { delta: { stop_reason: "refusal" }, usage: {} }) +
    event("message_stop"),
  ping: event("ping"),
  malformed: event("content_block_delta", { index: 0, delta: { type: "text_delta", text: {} } }),
  refusal: (type, message) => ({ type: "error", error: { type, message } }),
});
