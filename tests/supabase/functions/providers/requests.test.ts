import { expect, test } from "vitest";
import { MODELS, type ModelId, namesAt } from "../../../../supabase/functions/_shared/models.ts";
import type { HistoryMessage } from "../../../../supabase/functions/_shared/providers/answer-stream.ts";
import {
  SYSTEM_TEXT,
  systemText,
} from "../../../../supabase/functions/_shared/providers/answer-stream.ts";
import { readProviderSettings } from "../../../../supabase/functions/_shared/providers/provider-settings.ts";
import { streamAnswer } from "../../../../supabase/functions/_shared/providers/stream-answer.ts";
import { ALL_MODELS, askOne, provider } from "./asking.ts";

const HISTORY: HistoryMessage[] = [
  { role: "user", content: "First?" },
  { role: "assistant", content: "One." },
  { role: "user", content: "Second?" },
  { role: "user", content: "Are you there?" },
];

/** A message up to which Anthropic may keep the prompt. */
const marked = ({ role, content }: HistoryMessage) => ({
  role,
  content: [{ type: "text", text: content, cache_control: { type: "ephemeral" } }],
});

const OPENAI_BODY = (model: string) => ({
  model,
  stream: true,
  stream_options: { include_usage: true },
  messages: [{ role: "system", content: SYSTEM_TEXT }, ...HISTORY],
});

const REQUESTS: Record<ModelId, { path: string; headers: object; body: object }> = {
  "chatgpt-4": {
    path: "/openai/v1/chat/completions",
    headers: { authorization: "Bearer key-of-openai" },
    body: OPENAI_BODY(namesAt(["gpt-4.1", "gpt-6-luna"], Date.now())[0] ?? ""),
  },
  "chatgpt-5": {
    path: "/openai/v1/chat/completions",
    headers: { authorization: "Bearer key-of-openai" },
    body: OPENAI_BODY("gpt-5.6-terra"),
  },
  grok: {
    path: "/xai/v1/chat/completions",
    headers: { authorization: "Bearer key-of-xai" },
    body: OPENAI_BODY("grok-4.3"),
  },
  "claude-4": {
    path: "/anthropic/v1/messages",
    headers: { authorization: "Bearer key-of-anthropic" },
    body: {
      model: "claude-sonnet-4-6",
      stream: true,
      max_tokens: 32_768,
      system: SYSTEM_TEXT,
      messages: [...HISTORY.slice(0, 2), ...HISTORY.slice(2).map(marked)],
    },
  },
};

test.each(ALL_MODELS)(
  "%s is asked with exactly this request, which limits its tokens only at Anthropic [limits.tokens] [limits.caching]",
  async (model) => {
    const { env, received } = await provider();
    await askOne(env, model, { history: HISTORY });
    expect(received).toMatchObject([{ method: "POST", ...REQUESTS[model] }]);
    expect(received[0]?.body).toEqual(REQUESTS[model].body);
    expect(received[0]?.headers["content-type"]).toBe("application/json");
    // Nothing but the provider's own key goes out.
    expect(JSON.stringify(received[0]?.headers).match(/key-of-\w+/g)).toHaveLength(1);
  },
);

test.each(ALL_MODELS)(
  "%s is told what a person asks of all models where it reads what comes before the conversation [instructions.given]",
  async (model) => {
    const { env, received } = await provider();
    const system = systemText("Call me Ada.");
    await askOne(env, model, { history: HISTORY, system });
    expect(JSON.stringify(received[0]?.body).split("Call me Ada.")).toHaveLength(2);
    expect(received[0]?.body).toMatchObject(
      model === "claude-4"
        ? { system }
        : { messages: [{ role: "system", content: system }, {}, {}, {}, {}] },
    );
  },
);

test.each(ALL_MODELS)("%s is asked for by the model name in the settings", async (model) => {
  const { env, received } = await provider();
  await askOne({ ...env, [MODELS[model].override]: "another-one" }, model);
  expect(received[0]?.body).toMatchObject({ model: "another-one" });
});

test.each(ALL_MODELS)(
  "%s is sent no blank message and no reply without its question",
  async (model) => {
    const { env, received } = await provider();
    const history: HistoryMessage[] = [
      { role: "assistant", content: "The budget cut my question off." },
      { role: "user", content: "First?" },
      { role: "assistant", content: " \n" },
      { role: "user", content: "Second?" },
    ];
    await askOne(env, model, { history });
    const { messages } = (received[0]?.body ?? { messages: [] }) as { messages: HistoryMessage[] };
    const given: HistoryMessage[] = [
      { role: "user", content: "First?" },
      { role: "user", content: "Second?" },
    ];
    expect(messages.filter(({ content }) => content !== SYSTEM_TEXT)).toEqual(
      model === "claude-4" ? given.map(marked) : given,
    );
  },
);

test.each(ALL_MODELS)("%s without a key fails without a request [models.no-key]", async (model) => {
  const { env, received } = await provider();
  const name = { openai: "OPENAI", xai: "XAI", anthropic: "ANTHROPIC" }[MODELS[model].provider];
  const { ending } = await askOne({ ...env, [`${name}_API_KEY`]: " " }, model);
  expect(ending).toEqual({ kind: "failed", failure: "no_key", retryable: false });
  expect(received).toEqual([]);

  const other = model === "grok" ? "claude-4" : "grok";
  const answered = await askOne({ ...env, [`${name}_API_KEY`]: "" }, other);
  expect(answered.ending).toEqual({ kind: "finished" });
});

test.each(ALL_MODELS)("a second question to %s uses the connection of the first", async (model) => {
  const { env, received, connections } = await provider();
  const settings = readProviderSettings((name) => env[name]);
  for (let count = 0; count < 5; count += 1) {
    await askOne(env, model, { settings });
  }
  expect(received).toHaveLength(5);
  // The second question may come before the first one's connection is free.
  expect(connections()).toBeLessThanOrEqual(2);
});

test.each(ALL_MODELS)("%s gives each of many questions at once its own answer", async (model) => {
  const { env, received } = await provider();
  const settings = readProviderSettings((name) => env[name]);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => askOne(env, model, { settings })),
  );
  expect(received).toHaveLength(50);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test("no request is made for an answer that nobody reads", async () => {
  const { env, received } = await provider();
  streamAnswer({
    settings: readProviderSettings((name) => env[name]),
    model: "grok",
    history: HISTORY,
    signal: new AbortController().signal,
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(received).toEqual([]);
});
