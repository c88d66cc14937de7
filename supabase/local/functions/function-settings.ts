import { readProviderSettings } from "../../functions/_shared/providers/provider-settings.ts";
import type { Environment } from "../process/settings.ts";

/** The variables that are passed on to the functions. Not WORKER_SECONDS: their process here has no end of life. */
const PASSED_ON = [
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "XAI_API_KEY",
  "XAI_BASE_URL",
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_BASE_URL",
  "MODEL_CHATGPT_4",
  "MODEL_CHATGPT_5",
  "MODEL_GROK",
  "MODEL_CLAUDE_4",
  "TURNS_PER_MINUTE",
  "TURNS_PER_DAY",
  "CHATS_PER_MINUTE",
  "SEARCHES_PER_MINUTE",
  "IMPORTED_MESSAGES_PER_DAY",
  "IMPORTED_MB_PER_DAY",
  "CONTEXT_TOKENS",
  "TITLES",
  "REPLY_SECONDS",
  "WORKER_CPU_MS",
  "MEMBERSHIP_WEBHOOK_SECRET",
  "MEMBERSHIP_PRODUCT_IDS",
  "MEMBERSHIP_GRACE_DAYS",
];

/** The functions' environment, as a hosted project would set it, and the hosts they need to reach. */
export function functionSettings(env: Environment, port: number, keys: { secretKey: string }) {
  const backend = `http://127.0.0.1:${port}`;
  const passedOn = Object.fromEntries(
    PASSED_ON.flatMap((name) => (env[name] ? [[name, env[name]]] : [])),
  );
  const { providers } = readProviderSettings((name) => env[name]);
  const urls = [backend, ...Object.values(providers).map(({ baseURL }) => baseURL)];
  return {
    env: {
      ...passedOn,
      SUPABASE_URL: backend,
      SUPABASE_SERVICE_ROLE_KEY: keys.secretKey,
    },
    hosts: [...new Set(urls.filter((url) => URL.canParse(url)).map(hostOf))],
  };
}

function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === "http:" ? 80 : 443)}`;
}
