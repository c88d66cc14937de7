import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serveLocally } from "../serve-locally.ts";
import { type Exchange, MISBEHAVIOURS, type Misbehaviour } from "./misbehaviours.ts";
import { anthropicWire, openaiWire } from "./provider-wire.ts";

export { GOOD_ANSWER, type Misbehaviour, MISBEHAVIOURS } from "./misbehaviours.ts";

/** One request as the provider saw it. */
export type Received = {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: unknown;
  at: number;
  /** Bytes handed to the connection so far. */
  sent: number;
  /** Settles when the response is over: true when the client closed the connection before that. */
  abandoned: Promise<boolean>;
};

export type MisbehavingProvider = {
  /** Keys and base URLs that point all three providers here, as the functions read them. */
  env: Record<string, string>;
  /** One for each request to come; the last one stays. */
  behave: (...behaviours: [Misbehaviour, ...Misbehaviour[]]) => void;
  received: Received[];
  /** How many TCP connections were made. */
  connections: () => number;
  stop: () => Promise<void>;
};

/** A provider that speaks both wire protocols over real HTTP and behaves as told; well by default. */
export async function startMisbehavingProvider(wanted = 0): Promise<MisbehavingProvider> {
  let script: readonly Misbehaviour[] = ["good"];
  let connections = 0;
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.on("connection", (socket) => {
    connections += 1;
    socket.setNoDelay(true);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = performance.now();
    const said = await text(request);
    const body: unknown = said === "" ? undefined : JSON.parse(said);
    const gone = new AbortController();
    const entry: Received = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body,
      at,
      sent: 0,
      abandoned: new Promise((resolve) => {
        response.once("close", () => {
          gone.abort();
          resolve(!response.writableFinished);
        });
      }),
    };
    received.push(entry);
    const [behaviour = "good", ...later] = script;
    if (later.length > 0) script = later;
    // The client leaving in the middle is what some of these provoke.
    await Promise.resolve(
      MISBEHAVIOURS[behaviour](exchangeOf(entry, request, response, gone.signal)),
    ).catch(() => {});
  }

  const { port, stop } = await serveLocally(server, wanted);
  return {
    env: envFor(port),
    behave: (...behaviours) => {
      script = behaviours;
    },
    received,
    connections: () => connections,
    stop,
  };
}

/** Settings for providers behind `port`; on a port where nobody listens they are unreachable. */
export function envFor(port: number): Record<string, string> {
  const host = `http://127.0.0.1:${port}`;
  return {
    OPENAI_API_KEY: "key-of-openai",
    OPENAI_BASE_URL: `${host}/openai/v1`,
    XAI_API_KEY: "key-of-xai",
    XAI_BASE_URL: `${host}/xai/v1`,
    ANTHROPIC_API_KEY: "key-of-anthropic",
    ANTHROPIC_BASE_URL: `${host}/anthropic`,
  };
}

function exchangeOf(
  entry: Received,
  request: IncomingMessage,
  response: ServerResponse,
  gone: AbortSignal,
): Exchange {
  return {
    wire: entry.path.startsWith("/anthropic/") ? anthropicWire() : openaiWire(),
    head: () => {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      response.flushHeaders();
    },
    write: (text) => {
      if (gone.aborted) return;
      entry.sent += Buffer.byteLength(text);
      response.write(text);
    },
    end: () => response.end(),
    answer: (status, body, headers = {}) => {
      response.writeHead(status, headers);
      response.flushHeaders();
      if (headers["content-length"] === undefined) response.end(body);
    },
    // After the reads of this turn of the event loop: a reset discards what nobody has read.
    reset: () => void setImmediate(() => request.socket.resetAndDestroy()),
    wait: (milliseconds) =>
      new Promise((resolve, reject) => {
        if (milliseconds === 0) setImmediate(resolve);
        const timer = setTimeout(resolve, milliseconds);
        gone.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(new Error("The client left."));
        });
      }),
  };
}
