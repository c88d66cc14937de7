import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { NAMING } from "../../../supabase/functions/_shared/turn/name-rules.ts";
import { serveLocally } from "../serve-locally.ts";
import { anthropicWire, type Counts, openaiWire, type Wire } from "./provider-wire.ts";

export type ProviderName = "openai" | "xai" | "anthropic";

/** How a provider replies from now on. */
export type Script = {
  /** The whole reply, or how to make it from the person's question. */
  text?: string | ((question: string) => string);
  /** The reply piece by piece, in place of `text`. */
  pieces?: readonly string[];
  /** Characters in each streamed piece of `text`. */
  pieceCharacters?: number;
  /** The milliseconds before each piece; with 0 the whole reply is sent at once. */
  pieceMs?: number;
  /** An error status in place of a reply. */
  failure?: { status: number; message?: string; retryAfter?: number };
  /** The tokens that the provider says it counted, or how it counts them. */
  counts?: Counts | ((request: ReceivedRequest) => Counts);
  /** Breaks the connection after this many pieces. */
  cutAfterPieces?: number;
};

/** What reached a provider. Messages are in the form of chat completions, whichever protocol brought them. */
export type ReceivedRequest = {
  path: string;
  model: string;
  messages: { role: string; content: string }[];
  headers: IncomingMessage["headers"];
};

/** A request whose reply the test writes itself. */
export type ProviderCall = {
  request: ReceivedRequest;
  write: (text: string) => void;
  /** "length": as providers end a reply that is as long as they allow. */
  finish: (how?: "good" | "length") => void;
  /** Writes the rest of the reply and finishes it. */
  end: (text: string) => void;
  fail: (status: number) => void;
  /** Declines as providers do: by how the reply ends, or in words of the assistant's own. */
  refuse: (how: "ending" | "words") => void;
  /** Breaks the connection, after what was written has left. */
  cut: () => void;
  /** Resolves when the connection was closed. */
  closed: Promise<unknown>;
};

export type ScriptedProvider = {
  /** Points a product's three providers here. */
  env: Record<`${"OPENAI" | "XAI" | "ANTHROPIC"}_${"API_KEY" | "BASE_URL"}`, string>;
  /** Sets how one provider replies, or all of them. With "by hand" every request waits for `next`. */
  script: (script: Script | "by hand", name?: ProviderName) => void;
  /** Sets how all of them name chats. Without it each refuses to, so that a chat keeps its first line. */
  scriptNames: (script: Script | "by hand") => void;
  /** The requests for a chat's name since the start or the last `forget`, which the other counts leave out. */
  nameRequests: () => ReceivedRequest[];
  /** The next request for a name that is to be answered by hand, as soon as it is there. */
  nextName: () => Promise<ProviderCall>;
  /** The next request that is to be answered by hand, as soon as it is there. */
  next: () => Promise<ProviderCall>;
  /** Answers it with the whole reply. */
  answerNext: (text: string) => Promise<ProviderCall>;
  /** What reached a provider since the start or the last `forget`, oldest first. */
  requests: (name: ProviderName) => ReceivedRequest[];
  /** How many requests came since the start or the last `forget`. */
  count: () => number;
  /** Forgets what came until now, also what waits for `next`. */
  forget: () => void;
  /** Calls back with the time at which a request has come in whole. */
  onRequest: (listener: (at: number) => void) => void;
  /** Calls back with each piece's index and the time it was handed to the network. */
  onPiece: (listener: (index: number, at: number) => void) => void;
  stop: () => Promise<void>;
};

const NAMES: readonly ProviderName[] = ["openai", "xai", "anthropic"];
const NO_NAME: Script = { failure: { status: 400, message: "no name" } };
const ECHO: Script = { text: (question) => `You asked: ${question}`, pieceMs: 5 };

/**
 * Starts a server that speaks the protocols of OpenAI, xAI and Anthropic and replies well, as told beforehand or piece by
 * piece. Without a script it repeats the question.
 */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const scripts = new Map<ProviderName, Script | "by hand">(NAMES.map((name) => [name, ECHO]));
  const requests = new Map<ProviderName, ReceivedRequest[]>(NAMES.map((name) => [name, []]));
  let names: Script | "by hand" = NO_NAME;
  const named: ReceivedRequest[] = [];
  const replies = callQueue();
  const nameCalls = callQueue();
  let heard = (_at: number) => {};
  let sent = (_index: number, _at: number) => {};

  const server = createServer((incoming, response) => {
    // It has no list of models.
    if (incoming.method === "GET") return void response.writeHead(404).end();
    void read(incoming).then((body) => {
      const name = NAMES.find((known) => incoming.url?.startsWith(`/${known}/`)) ?? "openai";
      const request = requestOf(incoming, body);
      const isName = request.messages[0]?.content === NAMING;
      if (!isName) heard(performance.now());
      (isName ? named : requests.get(name))?.push(request);
      const script = isName ? names : (scripts.get(name) ?? ECHO);
      const said = script === "by hand" ? undefined : script.counts;
      const counts = typeof said === "function" ? said(request) : said;
      const wire = (name === "anthropic" ? anthropicWire : openaiWire)(counts);
      if (script !== "by hand") {
        void reply(response, wire, script, request, isName ? () => {} : sent);
        return;
      }
      (isName ? nameCalls : replies).add(callOf(request, response, wire));
    });
  });
  server.keepAliveTimeout = 60_000;
  const { origin: host, stop } = await serveLocally(server);

  return {
    env: {
      OPENAI_API_KEY: "sk-openai-test",
      OPENAI_BASE_URL: `${host}/openai/v1`,
      XAI_API_KEY: "sk-xai-test",
      XAI_BASE_URL: `${host}/xai/v1`,
      ANTHROPIC_API_KEY: "sk-anthropic-test",
      ANTHROPIC_BASE_URL: `${host}/anthropic`,
    },
    script: (script, name) => {
      for (const each of name ? [name] : NAMES) scripts.set(each, script);
    },
    scriptNames: (script) => {
      names = script;
    },
    nameRequests: () => named,
    nextName: nameCalls.next,
    next: replies.next,
    answerNext: async (text) => {
      const call = await replies.next();
      call.end(text);
      return call;
    },
    requests: (name) => requests.get(name) ?? [],
    count: () => NAMES.reduce((sum, name) => sum + (requests.get(name)?.length ?? 0), 0),
    forget: () => {
      for (const name of NAMES) requests.set(name, []);
      named.length = 0;
      replies.drop();
      nameCalls.drop();
    },
    onRequest: (listener) => {
      heard = listener;
    },
    onPiece: (listener) => {
      sent = listener;
    },
    stop,
  };
}

/** Requests that wait to be answered by hand, and the tests that wait for one. */
function callQueue() {
  const waiting = new Set<ProviderCall>();
  const takers: ((call: ProviderCall) => void)[] = [];
  return {
    add: (call: ProviderCall) => {
      const taker = takers.shift();
      if (taker) return taker(call);
      waiting.add(call);
      // Whoever takes it later would write to nobody.
      void call.closed.then(() => waiting.delete(call));
    },
    next: () => {
      const [call] = waiting;
      if (call === undefined) return new Promise<ProviderCall>((take) => takers.push(take));
      waiting.delete(call);
      return Promise.resolve(call);
    },
    drop: () => waiting.clear(),
  };
}

const JSON_TYPE = { "content-type": "application/json" };
const STREAM_TYPE = { "content-type": "text/event-stream; charset=utf-8" };

function callOf(request: ReceivedRequest, response: ServerResponse, wire: Wire): ProviderCall {
  const open = () => {
    if (response.headersSent) return;
    response.writeHead(200, STREAM_TYPE);
    response.write(wire.open);
  };
  const write = (text: string) => {
    open();
    response.write(wire.text(text));
  };
  const finish = (how: "good" | "length" = "good") => {
    open();
    response.end(wire.end(how));
  };
  return {
    request,
    write,
    finish,
    end: (text) => {
      write(text);
      finish();
    },
    fail: (status) => {
      const body = JSON.stringify(wire.refusal("api_error", "the provider's own words"));
      response.writeHead(status, JSON_TYPE).end(body);
    },
    refuse: (how) => {
      open();
      response.end(how === "words" ? wire.declined : wire.end("refusal"));
    },
    cut: () => {
      response.write("", () => response.destroy());
    },
    closed: once(response, "close"),
  };
}

async function reply(
  response: ServerResponse,
  wire: Wire,
  script: Script,
  request: ReceivedRequest,
  sent: (index: number, at: number) => void,
): Promise<void> {
  const { failure, pieceMs = 5, cutAfterPieces = Number.POSITIVE_INFINITY } = script;
  if (failure) {
    const { status, message = "scripted failure", retryAfter } = failure;
    const wait = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
    response.writeHead(status, { ...JSON_TYPE, ...wait });
    response.end(JSON.stringify(wire.refusal("api_error", message)));
    return;
  }
  const pieces = piecesOf(script, request);
  response.writeHead(200, STREAM_TYPE);
  if (pieceMs === 0) {
    response.end(wire.open + pieces.map(wire.text).join("") + wire.end("good"));
    return;
  }
  response.write(wire.open);
  // By the clock: a late timer does not slow the reply down.
  const start = performance.now();
  for (const [index, piece] of pieces.entries()) {
    const wait = start + (index + 1) * pieceMs - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (response.destroyed) return;
    if (index >= cutAfterPieces) {
      response.destroy();
      return;
    }
    sent(index, performance.now());
    response.write(wire.text(piece));
  }
  response.end(wire.end("good"));
}

function piecesOf({ text = "", pieces, pieceCharacters = 8 }: Script, request: ReceivedRequest) {
  if (pieces) return pieces;
  const question = request.messages.findLast(({ role }) => role === "user")?.content ?? "";
  const whole = typeof text === "string" ? text : text(question);
  const count = Math.ceil(whole.length / pieceCharacters);
  return Array.from({ length: count }, (_, index) =>
    whole.slice(index * pieceCharacters, (index + 1) * pieceCharacters),
  );
}

type Body = {
  model?: string;
  system?: string;
  messages?: { role: string; content: string | { text: string }[] }[];
};

function requestOf({ url = "", headers }: IncomingMessage, body: Body): ReceivedRequest {
  const { model = "", system, messages = [] } = body;
  const opening = system === undefined ? [] : [{ role: "system", content: system }];
  const given = messages.map(({ role, content }) => ({
    role,
    content: typeof content === "string" ? content : content.map(({ text }) => text).join(""),
  }));
  return { path: url, headers, model, messages: [...opening, ...given] };
}

async function read(request: IncomingMessage): Promise<Body> {
  let body = "";
  request.setEncoding("utf8");
  for await (const chunk of request) body += String(chunk);
  return JSON.parse(body) as Body;
}
