import { createServer, type RequestListener } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { reportModels } from "../../../supabase/local/models-command.ts";
import { envFor } from "../../support/providers/misbehaving-provider.ts";
import { serveLocally } from "../../support/serve-locally.ts";

/** Starts a server for the three providers, and returns the settings that lead there. */
async function startCatalogues(answer: RequestListener) {
  const { port, stop } = await serveLocally(createServer(answer));
  onTestFinished(stop);
  return envFor(port);
}

const OF_OPENAI = [
  { id: "gpt-4.1", shutdown_date: "2027-01-14" },
  { id: "gpt-6-luna", shutdown_date: null },
];
const OF_XAI = [{ id: "grok-4.7" }];
const OF_ANTHROPIC = [
  { id: "claude-sonnet-4-6", retires_at: "2027-03-01T00:00:00Z", lifecycle: "deprecated" },
  { id: "claude-sonnet-5-5-20261001", retires_at: null, lifecycle: "active" },
];
/** By path, as the providers answer. Names that stand for another one are not in the lists. */
const ANSWERS: Record<string, object> = {
  "/openai/v1/models": { object: "list", data: OF_OPENAI },
  "/xai/v1/models": { object: "list", data: OF_XAI },
  "/anthropic/v1/models": { data: OF_ANTHROPIC, has_more: false, last_id: null },
  "/anthropic/v1/models/claude-sonnet-5-5": OF_ANTHROPIC[1] ?? {},
  "/anthropic/v1/models/claude-2": { id: "claude-2", retires_at: null, lifecycle: "retired" },
};

it("the operator reads which of the models will end, and when, and which a provider does not have [models.report]", async () => {
  const env = await startCatalogues(({ url = "" }, response) => {
    const found = ANSWERS[url.split("?")[0] ?? ""];
    response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? { error: { message: "No such model." } }));
  });
  expect(await reportModels(env)).toEqual([
    "ChatGPT 4: gpt-4.1 ends on 2027-01-14; gpt-6-luna is next.",
    "ChatGPT 5: OpenAI does not have gpt-5.6-terra; gpt-6.1-terra is next.",
    "ChatGPT 5: OpenAI does not have gpt-6.1-terra; name a further one in MODEL_CHATGPT_5.",
    "Grok: xAI does not have grok-4.3; grok-4.7 is next.",
    "Claude 4: claude-sonnet-4-6 ends on 2027-03-01; claude-sonnet-5-5 is next.",
  ]);
  const settings = {
    OPENAI_API_KEY: "",
    XAI_API_KEY: "",
    MODEL_CLAUDE_4: "claude-2,claude-sonnet-4-6",
  };
  expect(await reportModels({ ...env, ...settings })).toEqual([
    "Claude 4: Anthropic does not have claude-2; claude-sonnet-4-6 is next.",
    "Claude 4: claude-sonnet-4-6 ends on 2027-03-01; name a further one in MODEL_CLAUDE_4.",
  ]);
});

it("a provider that refuses, is out of reach or says nothing is named, and keeps nobody waiting [models.report]", async () => {
  const env = await startCatalogues(({ url = "" }, response) => {
    if (url.startsWith("/openai/")) response.writeHead(401).end("{}");
  });
  const lines = await reportModels({ ...env, XAI_BASE_URL: "http://host.invalid/v1" });
  expect(lines).toEqual([
    "OpenAI could not be asked which models it has (bad_key).",
    "xAI could not be asked which models it has (unreachable).",
    "Anthropic could not be asked which models it has (unreachable).",
  ]);
}, 60_000);
