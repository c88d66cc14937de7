import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request to the provider, answered piece by piece by the test. */
export type Call = {
  path: string;
  body: { model: string; messages: { role: string; content: string }[] };
  write: (text: string) => void;
  finish: () => void;
  fail: (status: number) => void;
  /** Resolves when our side has closed the connection. */
  closed: Promise<unknown>;
};

export type DrivenProvider = {
  /** For OPENAI_BASE_URL. */
  url: string;
  /** The next request, as soon as it is there. */
  next: () => Promise<Call>;
  /** How many requests came so far. */
  count: () => number;
  /** From now on answers every request at once with this text. */
  answerAll: (text: string) => void;
  stop: () => void;
};

/** A server that speaks OpenAI's streaming chat completions and does what the test says, when the test says it. */
export async function startDrivenProvider(): Promise<DrivenProvider> {
  const waiting: Call[] = [];
  const takers: ((call: Call) => void)[] = [];
  let count = 0;
  let answer: string | undefined;

  const server = createServer((request, response) => {
    void read(request).then((body) => {
      count += 1;
      const call = callOf(request, response, body);
      if (answer !== undefined) {
        call.write(answer);
        call.finish();
        return;
      }
      const taker = takers.shift();
      if (taker) taker(call);
      else waiting.push(call);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/v1`,
    next: () => {
      const call = waiting.shift();
      return call ? Promise.resolve(call) : new Promise((resolve) => takers.push(resolve));
    },
    count: () => count,
    answerAll: (text) => {
      answer = text;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function callOf(request: IncomingMessage, response: ServerResponse, body: string): Call {
  const send = (delta: object, reason: string | null) => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    response.write(
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices })}\n\n`,
    );
  };
  const open = () => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
  };
  return {
    path: request.url ?? "",
    body: JSON.parse(body) as Call["body"],
    write: (text) => {
      open();
      send({ content: text }, null);
    },
    finish: () => {
      open();
      send({}, "stop");
      response.end("data: [DONE]\n\n");
    },
    fail: (status) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: "the provider's own words" } }));
    },
    closed: once(response, "close"),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}
