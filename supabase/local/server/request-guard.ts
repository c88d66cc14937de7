import { setTimeout as sleep } from "node:timers/promises";
import type { App, AppRequestContext } from "@supabase/lite";
import { createGuessLimit } from "./guess-limit.ts";
import {
  ADDRESS_LIMIT,
  asksOtherwise,
  callsFunction,
  guessAt,
  isPlainPath,
  isWrongGuess,
} from "./request-guard-rules.ts";

/**
 * In bytes; the product's own larger than any message or reply, a browser's than any sign-in. A longer body is refused
 * before it is parsed: a large list of rows keeps the embedded backend busy for seconds before it is refused.
 */
const BODY_LIMIT = { own: 8 * 1024 * 1024, browser: 64 * 1024 };

/** What is read of a body that is too long, in bytes, so that its sender is not cut off before they read why. */
const DRAIN_LIMIT = 32 * 1024 * 1024;

/** Every wrong try takes this long, so that its duration does not tell whether the address is known. */
const WRONG_GUESS_MS = 600;

/**
 * Stands between the network and the embedded backend: refuses odd paths and queries, too large queries and bodies, and
 * repeated guessing, and forbids caching. Returns a fetch function for requests to `/auth/v1` and `/rest/v1`.
 * @param secretKey Only who has it may call other functions of the database, and read in other ways, than the page does.
 */
export function createRequestGuard(app: App, secretKey: string) {
  const guesses = createGuessLimit();

  async function tryGuess(
    what: "password" | "code",
    request: Request,
    body: ArrayBuffer,
    caller?: AppRequestContext,
  ): Promise<Response> {
    // The backend hashes address and code as one text, so a code can be tried with any address or none.
    const keys =
      what === "code" ? ["any code"] : [`from ${caller?.peerAddress}`, `for ${emailIn(body)}`];
    const now = Date.now();
    const wait = guesses.begin(keys, now);
    if (wait > 0) {
      const message = `Too many wrong ${what}s. Try again in a minute.`;
      return refusal(429, "over_request_rate_limit", message, { "Retry-After": String(wait) });
    }
    const response = await app.fetch(withBody(request, body), caller);
    if (isWrongGuess(response.status, response.headers.get("Location"))) {
      await sleep(now + WRONG_GUESS_MS - Date.now());
    } else {
      guesses.forgive(keys, now);
    }
    return response;
  }

  return {
    async fetch(request: Request, caller?: AppRequestContext): Promise<Response> {
      const url = new URL(request.url);
      const isOwn = request.headers.get("apikey") === secretKey;
      const refused = refusalOf(request.method, url, isOwn);
      if (refused) return refused;
      const limit = isOwn ? BODY_LIMIT.own : BODY_LIMIT.browser;
      const body = request.body ? await readWithin(request.body, limit) : new ArrayBuffer();
      if (!body) return refusal(413, "request_too_large", "The request is too large.");
      const guessed = guessAt(url);
      const response = guessed
        ? await tryGuess(guessed, request, body, caller)
        : await app.fetch(withBody(request, body), caller);
      const headers = new Headers(response.headers);
      headers.set("Cache-Control", "no-store");
      headers.append("Vary", "Accept-Encoding");
      const isZipped = /\bgzip\b/.test(request.headers.get("Accept-Encoding") ?? "");
      if (!isZipped || response.body === null)
        return new Response(response.body, { status: response.status, headers });
      headers.set("Content-Encoding", "gzip");
      headers.delete("Content-Length");
      const zipped = response.body.pipeThrough(new CompressionStream("gzip"));
      return new Response(zipped, { status: response.status, headers });
    },
  };
}

/** The response to an address that must not be passed on; undefined when it may be. */
function refusalOf(
  method: string,
  { href, pathname, searchParams }: URL,
  isOwn: boolean,
): Response | undefined {
  if (href.length > ADDRESS_LIMIT) {
    return refusal(414, "uri_too_long", "The address is too long.");
  }
  if (!isPlainPath(pathname) || (callsFunction(method, pathname) && !isOwn)) {
    return refusal(404, "not_found", "Nothing is here.");
  }
  if (isOwn || !pathname.startsWith("/rest/") || !asksOtherwise(pathname, searchParams))
    return undefined;
  // In the shape of the data service's own errors, so that its client shows the message.
  return answer(400, {
    code: "PGRST100",
    details: null,
    hint:
      "Ask for one table at a time, and for each column once. Filters may be eq, gt, gte, lt, lte, is and in; " +
      "`content` is not compared or sorted by.",
    message: "The query is of a kind that is not answered here.",
  });
}

function withBody(request: Request, body: ArrayBuffer): Request {
  const { method, headers } = request;
  return new Request(request.url, { method, headers, body: body.byteLength > 0 ? body : null });
}

async function readWithin(stream: ReadableStream<Uint8Array>, limit: number) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > DRAIN_LIMIT) return undefined;
    if (size <= limit) chunks.push(new Uint8Array(chunk));
  }
  return size > limit ? undefined : new Blob(chunks).arrayBuffer();
}

function emailIn(body: ArrayBuffer): string {
  try {
    const { email } = JSON.parse(new TextDecoder().decode(body)) as { email?: unknown };
    return String(email).trim().toLowerCase();
  } catch {
    return "";
  }
}

/** An error in the shape of the sign-in service's own, so that its client shows the message. */
function refusal(status: number, code: string, message: string, headers = {}) {
  return answer(status, { code: status, error_code: code, msg: message }, headers);
}

function answer(status: number, body: object, headers = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
