import type { ErrorResponse } from "./contract.ts";
import type { ErrorCode } from "./error-codes.ts";

/** The largest request body in bytes: the longest message with every character escaped, and room to spare. */
const BODY_LIMIT = 256 * 1024;

/** A refusal with a status, a code and a text fit to show. Anything else thrown by a handler becomes a plain 500. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;

  constructor(status: number, code: ErrorCode, text: string, headers: Record<string, string> = {}) {
    super(text);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** What a person is told of a fault of ours. */
export function internalFault(): Refusal {
  return new Refusal(500, "internal", "Something went wrong. Please try again.");
}

const COMMON_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...COMMON_HEADERS, ...headers } });
}

export function eventStream(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    headers: {
      ...COMMON_HEADERS,
      "cache-control": "no-store, no-transform",
      "content-type": "text/event-stream",
      // Keeps reverse proxies from holding the pieces back.
      "x-accel-buffering": "no",
    },
  });
}

export type Log = (line: Record<string, string | number>) => void;

/**
 * The one wrapper around every handler: POST only, every error as `{ error, code }` with a text fit to show, one
 * log line a request without any of its content.
 */
export function endpoint(
  name: string,
  handle: (request: Request) => Promise<Response>,
  log: Log,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const started = performance.now();
    const requestId = crypto.randomUUID();
    let refusal: Refusal | undefined;
    const response = await answer(request, handle).catch((error: unknown) => {
      if (error instanceof Refusal) refusal = error;
      else {
        log({ requestId, name, fault: error instanceof Error ? error.name : typeof error });
        refusal = internalFault();
      }
      return refuse(refusal);
    });
    response.headers.set("x-request-id", requestId);
    log({
      requestId,
      name,
      status: response.status,
      ...(refusal && { code: refusal.code }),
      ms: Math.round(performance.now() - started),
    });
    return response;
  };
}

function answer(
  request: Request,
  handle: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method === "POST") return handle(request);
  return Promise.reject(
    new Refusal(405, "method_not_allowed", "Only POST is allowed here.", { allow: "POST" }),
  );
}

function refuse(refusal: Refusal): Response {
  const body: ErrorResponse = { error: refusal.message, code: refusal.code };
  return json(body, refusal.status, refusal.headers);
}

/** The token of `Authorization: Bearer …` (the scheme in any case). Refuses with 401 when there is none. */
export function bearerToken(request: Request): string {
  const token = /^bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (token === undefined)
    throw new Refusal(401, "unauthenticated", "No authentication token found");
  return token;
}

/**
 * The request's JSON object; `{}` for an empty body. Refuses with 415 for another content type, 413 past the limit
 * (counted while reading, so an untrue content-length gains nothing) and 400 for anything but an object.
 */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request);
  if (text.trim() === "") return {};
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new Refusal(415, "unsupported_media_type", "The request must be JSON.");
  }
  const body = parse(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new Refusal(400, "invalid_request", "The request must be a JSON object.");
  }
  return { ...body };
}

/** The body as text; refuses with 413 past the limit. */
export async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) throw new Refusal(413, "too_large", "The request is too large.");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, "invalid_request", "The request is not valid JSON.");
  }
}
