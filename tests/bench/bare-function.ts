import { createClient } from "@supabase/supabase-js";
import OpenAI from "openai";

// The least that a streamed reply costs, for load.ts: whose session it is, one call of an SQL function that finds
// nothing, and the provider's stream passed on, by the libraries that the functions use. Runs in Deno, in their place.

declare const Deno: {
  serve: (where: object, answer: (request: Request) => Promise<Response>) => void;
  env: { get: (name: string) => string | undefined };
  stdin: { readable: AsyncIterable<unknown> };
  exit: () => void;
};

const NOBODY = "00000000-0000-4000-8000-000000000000";
const env = (name: string) => Deno.env.get(name) ?? "";
const client = createClient(env("SUPABASE_URL"), env("SUPABASE_SERVICE_ROLE_KEY"), {
  auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
});
const provider = new OpenAI({ apiKey: env("OPENAI_API_KEY"), baseURL: env("OPENAI_BASE_URL") });
const encoder = new TextEncoder();

async function answer(request: Request): Promise<Response> {
  const token = request.headers.get("authorization")?.slice("Bearer ".length);
  // The first request only asks whether it runs.
  if (token === undefined) return new Response();
  const { message } = (await request.json()) as { message: string };
  const { data, error } = await client.auth.getUser(token);
  if (error) throw error;
  const nobodys = { p_user_id: data.user.id, p_question_id: NOBODY, p_answer_id: NOBODY };
  await client.rpc("leave_turn", nobodys).throwOnError();
  const events = await provider.chat.completions.create({
    model: "gpt-4.1",
    stream: true,
    messages: [{ role: "user", content: message }],
  });
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (event: object) =>
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
      for await (const { choices } of events) {
        const text = choices[0]?.delta.content;
        if (text) send({ type: "delta", text });
      }
      send({ type: "ai_message", aiMessage: {} });
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

Deno.serve({ hostname: "127.0.0.1", port: Number(env("FUNCTIONS_PORT")) }, answer);
for await (const _ of Deno.stdin.readable);
Deno.exit();
