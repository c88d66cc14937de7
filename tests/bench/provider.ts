import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the provider answers from now on: the reply's pieces, and the milliseconds before each; 0: all at once. */
export type Answer = { pieces: readonly string[]; pieceMs: number };

export type Provider = {
  /** For OPENAI_BASE_URL. */
  url: string;
  answer: (answer: Answer) => void;
  /** Called with the time at which a request has come in whole. */
  onRequest: (listener: (at: number) => void) => void;
  /** Called with each piece's index and the time it was handed to the network. */
  onPiece: (listener: (index: number, at: number) => void) => void;
  stop: () => void;
};

/** A server that speaks OpenAI's streaming chat completions and costs as little as it can. */
export async function startProvider(): Promise<Provider> {
  let answer: Answer = { pieces: ["Good."], pieceMs: 0 };
  let heard = (_at: number) => {};
  let sent = (_index: number, _at: number) => {};

  const server = createServer((request, response) => {
    request.resume();
    request.once("end", () => {
      heard(performance.now());
      response.writeHead(200, { "content-type": "text/event-stream" });
      if (answer.pieceMs === 0) response.end(answer.pieces.map(chunk).join("") + END);
      else void write(response, answer, (index, at) => sent(index, at));
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    answer: (next) => {
      answer = next;
    },
    onRequest: (listener) => {
      heard = listener;
    },
    onPiece: (listener) => {
      sent = listener;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const END = `data: ${JSON.stringify(event({}, "stop"))}\n\ndata: [DONE]\n\n`;

function event(delta: object, reason: string | null) {
  const choices = [{ index: 0, delta, finish_reason: reason }];
  return { id: "bench", object: "chat.completion.chunk", created: 0, model: "bench", choices };
}

const chunk = (content: string) => `data: ${JSON.stringify(event({ content }, null))}\n\n`;

/** On the clock and not on ticks: a late timer does not slow the reply down. */
async function write(
  response: ServerResponse,
  { pieces, pieceMs }: Answer,
  sent: (index: number, at: number) => void,
): Promise<void> {
  const start = performance.now();
  for (const [index, piece] of pieces.entries()) {
    const wait = start + (index + 1) * pieceMs - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    sent(index, performance.now());
    response.write(chunk(piece));
  }
  response.end(END);
}
