// Runs the Edge Functions in Deno as their platform would: `/api/<name>` or `/<name>` to the fetch of
// supabase/functions/<name>/index.ts. Started by functions-process.ts; ends when its standard input closes.
type Handler = { fetch(request: Request): Promise<Response> };

const functions: Record<string, Handler> = {
  create_chat: (await import("../../functions/create_chat/index.ts")).default,
  search: (await import("../../functions/search/index.ts")).default,
  update_chat: (await import("../../functions/update_chat/index.ts")).default,
  update_instructions: (await import("../../functions/update_instructions/index.ts")).default,
  import_chats: (await import("../../functions/import_chats/index.ts")).default,
  start_chat: (await import("../../functions/start_chat/index.ts")).default,
  send_message: (await import("../../functions/send_message/index.ts")).default,
  health: (await import("../../functions/health/index.ts")).default,
  membership_webhook: (await import("../../functions/membership_webhook/index.ts")).default,
};

// Deno ends the process on an unhandled rejection, and with it the requests of everybody else.
globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  console.error("A promise was rejected and not handled:", nameOf(event.reason));
});
globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  console.error("An error was thrown and not caught:", nameOf(event.error));
});

async function answer(request: Request): Promise<Response> {
  const name = new URL(request.url).pathname.replace(/^\/(api\/)?/, "");
  const handler = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (!handler) return failure(404, "not_found", "Not found.");
  try {
    return await handler.fetch(request);
  } catch (error) {
    console.error(`${name} threw:`, nameOf(error));
    return failure(500, "internal", "Something went wrong. Please try again.");
  }
}

function failure(status: number, code: "not_found" | "internal", error: string): Response {
  return Response.json({ error, code }, { status, headers: { "Cache-Control": "no-store" } });
}

/** An error's name only: its message may hold a person's words or a key. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.env.get("FUNCTIONS_PORT")) }, answer);

// The pipe closes when whoever started us is gone, even when it was killed.
for await (const _ of Deno.stdin.readable);
Deno.exit();
