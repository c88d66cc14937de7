import type { ErrorResponse } from "../contract.ts";
import { NO_TOKEN } from "../error-codes.ts";
import { parseJson } from "../parse-json.ts";
import { Refusal } from "../refusal.ts";
import { type Log, type RequestLog, startRequestLog } from "../request-log.ts";

/**
 * The largest body in bytes, where an endpoint has no limit of its own: the longest message with every character
 * escaped, and room to spare.
 */
const BODY_LIMIT = 256 * 1024;

/** How long a body may take to arrive. */
const BODY_MS = 20_000;

const COMMON_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

/** Returns a JSON response with the headers that every response has. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...COMMON_HEADERS, ...headers } });
}

/** Returns an event stream that no cache or proxy keeps or holds back. */
export function eventStream(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      ...COMMON_HEADERS,
      "cache-control": "no-store, no-transform",
      "content-type": "text/event-stream",
      // Reverse proxies must not buffer it.
      "x-accel-buffering": "no",
    },
  });
}

/**
 * Wraps a handler: one method only, every error as `{ error, code }`, and one log entry a request with its status, the
 * code of a refusal, and what the handler adds. The entry of a stream comes when the stream's work has ended.
 */
export function endpoint(
  name: string,
  handle: Handler,
  log: Log,
  method: "GET" | "POST" = "POST",
): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = crypto.randomUUID();
    const requestLog = startRequestLog(log, { requestId, name });
    const run = async () => {
      if (request.method === method) return handle(request, requestLog);
      const headers = { allow: method };
      throw new Refusal(405, "method_not_allowed", `Only ${method} is allowed here.`, { headers });
    };
    const response = await run().catch((thrown: unknown) => {
      const { message, code, status, headers } = requestLog.addRefusal(thrown);
      return json({ error: message, code } satisfies ErrorResponse, status, headers);
    });
    response.headers.set("x-request-id", requestId);
    requestLog.add({ status: response.status });
    void requestLog.end();
    return response;
  };
}

/** Returns the response to a request, or throws a Refusal. Adds to the request's log entry. */
type Handler = (request: Request, requestLog: RequestLog) => Promise<Response>;

/** Returns the token of `Authorization: Bearer …` (the scheme in any case). Refuses with 401 when there is none. */
export function bearerToken(request: Request): string {
  const token = /^bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (token === undefined) {
    throw new Refusal(401, "unauthenticated", NO_TOKEN);
  }
  return token;
}

/**
 * Returns the request's JSON object; `{}` for an empty body. Refuses with 415 for another content type, 413 past the
 * limit (counted while reading, so that a wrong content-length gains nothing), 408 for a slow body and 400 for anything
 * but an object.
 */
export async function readBody(request: Request, limit?: number): Promise<Record<string, unknown>> {
  const text = await readTextBody(request, limit);
  if (text.trim() === "") return {};
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new Refusal(415, "unsupported_media_type", "The request must be JSON.");
  }
  const body = parseJson(text);
  if (body === undefined) {
    throw new Refusal(400, "invalid_request", "The request is not valid JSON.");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Refusal(400, "invalid_request", "The request must be a JSON object.");
  }
  return { ...body };
}

/** Returns the body as text. Refuses with 413 past the limit, and with 408 when it does not come in time. */
export async function readTextBody(request: Request, limit = BODY_LIMIT): Promise<string> {
  const decoder = new TextDecoder();
  const reader = request.body?.getReader();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reader?.cancel().catch(() => {});
  }, BODY_MS);
  let text = "";
  let size = 0;
  try {
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      size += read.value.byteLength;
      if (size > limit) throw new Refusal(413, "too_large", "The request is too large.");
      text += decoder.decode(read.value, { stream: true });
    }
  } finally {
    clearTimeout(timer);
    reader?.cancel().catch(() => {});
  }
  if (isLate) throw new Refusal(408, "timed_out", "The request took too long.");
  return text + decoder.decode();
}
