import { expect, it } from "vitest";
import { functionSettings } from "../../../../supabase/local/functions/function-settings.ts";

const KEYS = { secretKey: "sb_secret_1" };

it("the functions may reach the product and the providers, wherever those are", () => {
  const { hosts } = functionSettings(
    { XAI_BASE_URL: "https://models.example:8443/v1" },
    5173,
    KEYS,
  );
  expect(hosts).toEqual([
    "127.0.0.1:5173",
    "api.openai.com:443",
    "models.example:8443",
    "api.anthropic.com:443",
  ]);
});

it("the functions see their settings and the backend's keys, and nothing else of the environment", () => {
  const env = { OPENAI_API_KEY: "key", DATABASE_URL: "postgres://hush", HOME: "/home/ann" };
  expect(functionSettings(env, 5173, KEYS).env).toEqual({
    OPENAI_API_KEY: "key",
    SUPABASE_URL: "http://127.0.0.1:5173",
    SUPABASE_SERVICE_ROLE_KEY: "sb_secret_1",
  });
});

it("a hosted project's WORKER_SECONDS in the same file ends nothing here, where no worker is replaced", () => {
  expect(functionSettings({ WORKER_SECONDS: "400" }, 5173, KEYS).env).not.toHaveProperty(
    "WORKER_SECONDS",
  );
});
