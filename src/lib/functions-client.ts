import type { EndpointName, StreamEvent } from "#contract";
import { type ErrorCode, isErrorCode, NO_TOKEN } from "#error-codes";
import { CALL_SECONDS, STREAM_SILENCE_SECONDS } from "#time-limits";
import { supabaseKey, supabaseRegion } from "./env.ts";
import { FALLBACKS } from "./notices.ts";
import { askToLogIn, NoSessionError, storedUser, withToken } from "./session.ts";
import { callLimit } from "./timed-fetch.ts";

/** The code of a failed call: the server's, or `network` when no server answered. */
export type FailureCode = ErrorCode | "network";

/** A call of a product endpoint that failed. `message` is fit to show, and never to decide by. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  /** The HTTP status; 0 when the network failed or the stream was cut. */
  readonly status: number;
  readonly code: FailureCode;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    about: Pick<RequestError, "status" | "code" | "retryable"> &
      Partial<Pick<RequestError, "retryAfterSeconds">>,
  ) {
    super(message);
    this.code = about.code;
    this.status = about.status;
    this.retryable = about.retryable;
    this.retryAfterSeconds = about.retryAfterSeconds;
  }
}

/** A stream that is silent for longer has lost its connection. */
const SILENCE_MS = STREAM_SILENCE_SECONDS * 1000;
/** Text that arrives within this time is read at once: a read for each token costs more than showing them all. */
const TOGETHER_MS = 66;

/** Resolves after so many milliseconds. */
export const wait = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

const cut = (fallback: string) =>
  new RequestError(fallback, { status: 0, code: "network", retryable: true });

const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: "unauthenticated",
  405: "method_not_allowed",
  408: "timed_out",
  413: "too_large",
  415: "unsupported_media_type",
  429: "rate_limited",
  500: "internal",
  502: "provider_failed",
  504: "timed_out",
};

/** These say something of a membership, a chat or an id. Without a code a firewall or a gateway may have said them. */
const ONLY_BY_CODE = new Set([403, 404, 409, 410]);

/** The code of a response that carries none of ours. */
function codeOfStatus(status: number): ErrorCode {
  const isElsewhere = status >= 500 || ONLY_BY_CODE.has(status);
  return CODE_OF_STATUS[status] ?? (isElsewhere ? "unavailable" : "invalid_request");
}

async function refusal(response: Response, fallback: string): Promise<RequestError> {
  const body: unknown = await response.json().catch(() => undefined);
  const { error, code } = (body ?? {}) as { error?: unknown; code?: unknown };
  const text = typeof error === "string" ? error.trim() : "";
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  const said = isErrorCode(code) ? code : codeOfStatus(response.status);
  // A session that has ended is no longer stored. One that was just renewed has not: the server is at fault.
  const isFault = said === "unauthenticated" && storedUser() !== undefined;
  const known = isFault ? "unavailable" : said;
  return new RequestError((!isFault && text) || fallback, {
    status: response.status,
    code: known,
    retryable:
      response.status >= 500 || ["rate_limited", "timed_out", "unavailable"].includes(known),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  });
}

async function call(
  name: EndpointName,
  body: unknown,
  accept: string,
  fallback: string,
  signal: AbortSignal,
  userId: string | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { accept };
  if (supabaseKey) headers["apikey"] = supabaseKey;
  if (supabaseRegion) headers["x-region"] = supabaseRegion;
  if (body !== undefined) headers["content-type"] = "application/json";
  const request = (token: string) =>
    fetch(`/api/${name}`, {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${token}` },
      signal,
      body: body === undefined ? null : body instanceof ArrayBuffer ? body : JSON.stringify(body),
    });
  const response = await withToken(request, userId);
  // Its renewal was refused. Whatever would follow from this call has ended with the session.
  if (response.status === 401 && storedUser() === undefined) askToLogIn();
  if (!response.ok) throw await refusal(response, fallback);
  return response;
}

/**
 * What a failed fetch becomes: our errors and the caller's own abort as they are, a refusal where nobody is signed in,
 * anything else a cut connection.
 */
function failed(error: unknown, fallback: string, signal: AbortSignal | undefined): unknown {
  if (error instanceof NoSessionError)
    return new RequestError(NO_TOKEN, { status: 401, code: "unauthenticated", retryable: false });
  return error instanceof RequestError || signal?.aborted ? error : cut(fallback);
}

/**
 * Posts to a product endpoint and reads its JSON.
 * @param body undefined sends none; JSON that was made elsewhere comes as its bytes
 * @param userId who wrote it: when somebody else is signed in by now, it is not sent and refused as unauthenticated
 * @param fallback what a failed call says when the server gives no text, where it is not the endpoint's own
 * @param seconds how long it may take, where much is sent
 * @throws RequestError; the signal's reason when the caller aborted
 */
export async function post<Answer>(
  name: EndpointName,
  body?: unknown,
  {
    signal,
    userId,
    fallback = FALLBACKS[name],
    seconds,
  }: { signal?: AbortSignal; userId?: string; fallback?: string; seconds?: number } = {},
): Promise<Answer> {
  const limit = callLimit(seconds);
  try {
    const within = signal ? AbortSignal.any([signal, limit]) : limit;
    const response = await call(name, body, "application/json", fallback, within, userId);
    return (await response.json()) as Answer;
  } catch (error) {
    throw failed(error, fallback, signal);
  }
}

/**
 * Posts to a product endpoint and hands over each event of the streamed turn. Resolves after `ai_message`
 * or `error`, both of which are handed over like the rest.
 * @param userId as for `post`
 * @throws RequestError when the call is refused, or (status 0) the stream ends before its last event; the signal's
 *   reason when the caller aborted
 */
export async function stream(
  name: EndpointName,
  body: unknown,
  {
    onEvent,
    signal,
    userId,
  }: { onEvent: (event: StreamEvent) => void; signal?: AbortSignal; userId?: string },
): Promise<void> {
  const fallback = FALLBACKS[name];
  const silence = new AbortController();
  const within = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
  // The question is stored before any provider is called. A server that has not said so by then will not do so.
  let timer = setTimeout(() => silence.abort(), CALL_SECONDS * 1000);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const response = await call(name, body, "text/event-stream", fallback, within, userId);
    const events = eventReader();
    const decoder = new TextDecoder();
    reader = response.body?.getReader();
    for (
      let chunk = await reader?.read();
      chunk?.value !== undefined;
      chunk = await reader?.read()
    ) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      let hasText = false;
      for (const event of events(decoder.decode(chunk.value, { stream: true }))) {
        onEvent(event);
        if (event.type === "ai_message" || event.type === "error") return;
        hasText ||= event.type === "delta";
      }
      // The first text does not wait.
      if (hasText) await wait(TOGETHER_MS);
    }
    throw cut(fallback);
  } catch (error) {
    throw failed(error, fallback, signal);
  } finally {
    clearTimeout(timer);
    // What is left unread would keep the connection.
    reader?.cancel().catch(() => undefined);
  }
}

/**
 * Reads an event stream chunk by chunk, wherever the network cuts it.
 * @returns a function that takes the next chunk and returns the events it completed
 * @throws SyntaxError when a `data:` line is not JSON
 */
export function eventReader(): (chunk: string) => StreamEvent[] {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? "";
    return lines
      .filter((line) => line.startsWith("data:"))
      .map((line) => withKnownCode(JSON.parse(line.slice(5)) as StreamEvent));
  };
}

/** While a new version is being deployed, an error may come without a code, or with one this page does not know. */
function withKnownCode(event: StreamEvent): StreamEvent {
  return event.type === "error" && !isErrorCode(event.code)
    ? { ...event, code: "internal" }
    : event;
}
