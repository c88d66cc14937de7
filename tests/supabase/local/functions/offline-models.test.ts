import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOfflineModels } from "../../../../supabase/local/functions/offline-models.ts";

const TOKENS = 100;

let models: Awaited<ReturnType<typeof startOfflineModels>>;
let openai: { apiKey: string; baseURL: string };
let anthropic: { apiKey: string; baseURL: string };
beforeAll(async () => {
  const keys = { XAI_API_KEY: "a person's own", OPENAI_API_KEY: " " };
  models = await startOfflineModels(keys, { pieceMs: 0 });
  const { env } = models;
  openai = { apiKey: env["OPENAI_API_KEY"] ?? "", baseURL: env["OPENAI_BASE_URL"] ?? "" };
  anthropic = { apiKey: env["ANTHROPIC_API_KEY"] ?? "", baseURL: env["ANTHROPIC_BASE_URL"] ?? "" };
});
afterAll(async () => {
  await models.stop();
});

type Ask = { method?: string; path?: string; headers?: Record<string, string> };

/** Asks OpenAI's stand-in, as its client does unless told otherwise. */
async function ask({ method = "POST", path = "/v1/chat/completions", headers }: Ask = {}) {
  const messages = [{ role: "user", content: "A secret" }];
  const response = await fetch(new URL(path, openai.baseURL), {
    method,
    headers: { "Content-Type": "application/json", ...(headers ?? keyed()) },
    ...(method !== "GET" && { body: JSON.stringify({ model: "any", messages }) }),
  });
  const access = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
  return { status: response.status, access, text: await response.text() };
}

function keyed() {
  return { Authorization: `Bearer ${openai.apiKey}` };
}

it("answers the providers' own clients, for the providers without a key [models.no-key]", async () => {
  expect(models.names).toEqual(["OpenAI", "Anthropic"]);
  expect(models.env["XAI_API_KEY"]).toBe("a person's own");
  const messages = [{ role: "user" as const, content: "Are you there?" }];
  const completion = await new OpenAI(openai).chat.completions.create({ model: "any", messages });
  expect(completion.choices[0]?.message.content).toContain("You wrote: Are you there?");
  const message = await new Anthropic(anthropic).messages.create({
    model: "any",
    max_tokens: TOKENS,
    messages,
  });
  expect(JSON.stringify(message.content)).toContain("You wrote: Are you there?");
});

it("has a new long key for each provider", () => {
  expect(openai.apiKey.length).toBeGreaterThanOrEqual(32);
  expect(openai.apiKey).not.toBe(anthropic.apiKey);
});

it("invites no web page's scripts", async () => {
  expect(await ask()).toMatchObject({ status: 200, access: [] });
});

describe("requests that are refused", () => {
  it.each([
    ["a request without a key gets a 401", {}],
    ["a request with a wrong key gets a 401", { Authorization: "Bearer offline" }],
    ["a request with a wrong key of the other kind gets a 401", { "x-api-key": "offline" }],
  ])("%s", async (_name, headers) => {
    const { status, access, text } = await ask({ headers });
    expect({ status, access }).toEqual({ status: 401, access: [] });
    expect(text).not.toContain("secret");
  });

  it("a web page gets a 404, even one that knows the key", async () => {
    const headers = { ...keyed(), Origin: "http://localhost:5173" };
    expect(await ask({ headers })).toEqual({ status: 404, access: [], text: "" });
  });

  it("a web page that asks whether it may call gets a 404", async () => {
    const headers = {
      Origin: "https://evil.example",
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "authorization",
    };
    expect(await ask({ method: "OPTIONS", headers })).toEqual({
      status: 404,
      access: [],
      text: "",
    });
  });

  it.each([
    ["GET", "/__aimock/journal"],
    ["GET", "/__aimock/fixtures"],
    ["POST", "/__aimock/fixtures"],
    ["POST", "/__aimock/reset"],
    ["POST", "/__aimock/reset/journal"],
    ["POST", "/__aimock/error"],
    ["GET", "/v1/_requests"],
    ["DELETE", "/v1/_requests"],
    ["GET", "/health"],
    ["GET", "/ready"],
    ["GET", "/metrics"],
    ["GET", "/v1/models"],
    ["GET", "/v1/chat/completions"],
    ["POST", "/v1/messages"],
    ["POST", "/v1/chat/completions/"],
    ["POST", "/"],
  ])("%s %s gets a 404, with the key or without", async (method, path) => {
    const nothing = { status: 404, access: [], text: "" };
    expect(await ask({ method, path })).toEqual(nothing);
    expect(await ask({ method, path, headers: {} })).toEqual(nothing);
  });
});
