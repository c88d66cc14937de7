import type { Wire } from "./provider-wire.ts";

/** What a provider might say of itself in an error, and no person or log may ever read. */
const PROVIDER_WORDS = "PROVIDER-WORDS for key sk-canary at https://provider.example";

export const GOOD_ANSWER = "Grüße, 世界 👋🏽\nSecond line.";

/** One request a provider has to answer. */
export type Exchange = {
  wire: Wire;
  /** Sends the head of an event stream. */
  head: () => void;
  write: (text: string | Uint8Array) => void;
  end: () => void;
  /** A whole answer that is no stream. */
  answer: (status: number, body: string, headers?: Record<string, string>) => void;
  /** Cuts the connection. */
  reset: () => void;
  /** Resolves after that time; rejects once the client is gone. */
  wait: (milliseconds: number) => Promise<void>;
};

const HTML = "<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>";

/** An error answer in the provider's own form. */
function refuse(status: number, type: string, headers: Record<string, string> = {}) {
  return ({ wire, answer }: Exchange) =>
    answer(status, JSON.stringify(wire.refusal(type, PROVIDER_WORDS)), {
      "content-type": "application/json",
      ...headers,
    });
}

/** A stream of these pieces of text, then `after`. */
function stream(pieces: string[], after: (exchange: Exchange) => void | Promise<void>) {
  return (exchange: Exchange) => {
    exchange.head();
    exchange.write(exchange.wire.open);
    for (const piece of pieces) exchange.write(exchange.wire.text(piece));
    return after(exchange);
  };
}

/** Ends a stream with this frame. */
const last =
  (frame: (wire: Wire) => string) =>
  ({ write, wire, end }: Exchange) => {
    write(frame(wire));
    end();
  };

const whole = last((wire) => wire.end("good"));

function wholeAs(change: (text: string) => string) {
  return ({ head, write, wire, end }: Exchange) => {
    head();
    write(change(wire.open + wire.text(GOOD_ANSWER) + wire.end("good")));
    end();
  };
}

async function inSteps(exchange: Exchange, steps: Iterable<string | Uint8Array>, everyMs: number) {
  for (const step of steps) {
    exchange.write(step);
    await exchange.wait(everyMs);
  }
}

function* bytesOf(text: string): Iterable<Uint8Array> {
  for (const byte of Buffer.from(text)) yield Uint8Array.of(byte);
}

const SLOW_MS = 40;

/** Everything a provider may do to us, by name. */
export const MISBEHAVIOURS = {
  good: stream(Array.from(GOOD_ANSWER), whole),
  "good in one frame": wholeAs((text) => text),
  "good with CRLF": wholeAs((text) => text.replaceAll("\n", "\r\n")),
  "good with pings": stream(["Grüße, "], async (exchange) => {
    await inSteps(
      exchange,
      Array.from({ length: 5 }, () => exchange.wire.ping),
      1,
    );
    exchange.write(exchange.wire.text("世界 👋🏽\nSecond line."));
    whole(exchange);
  }),
  "good byte by byte": async (exchange) => {
    const { wire, head, end } = exchange;
    head();
    await inSteps(exchange, bytesOf(wire.open + wire.text(GOOD_ANSWER) + wire.end("good")), 0);
    end();
  },
  "good after a silence": stream([], async (exchange) => {
    await exchange.wait(800);
    exchange.write(exchange.wire.text(GOOD_ANSWER));
    whole(exchange);
  }),
  "good, line kept open": stream([GOOD_ANSWER], ({ write, wire }) => write(wire.end("good"))),
  "surrogate pair in two pieces": stream(["a\uD83D", "\uDE00b"], whole),
  "empty finish reasons": wholeAs((text) =>
    text.replaceAll('"finish_reason":null', '"finish_reason":""'),
  ),
  "end_turn as the end": wholeAs((text) => text.replaceAll('"stop"', '"end_turn"')),
  "NUL and lone surrogates": stream(["a\0b", "\uD83D", "c\uDE00\0", "d\uD83D"], whole),

  "401": refuse(401, "authentication_error"),
  "403": refuse(403, "permission_error"),
  "400": refuse(400, "invalid_request_error"),
  "400 for a wrong key": ({ answer }) =>
    answer(400, JSON.stringify({ code: "invalid", error: "Incorrect API key provided: sk***ry." })),
  "400 for a long chat": refuse(400, "context_length_exceeded"),
  "402": refuse(402, "billing_error"),
  "retired model, 404": refuse(404, "not_found_error"),
  "retired model, 410": refuse(410, "gone"),
  "retired model, 400": refuse(400, "model_not_found"),
  "unknown model, 400": ({ answer }) =>
    answer(400, JSON.stringify({ error: { message: "invalid model ID", code: null } })),
  "429": refuse(429, "rate_limit_error"),
  "429 with a short Retry-After": refuse(429, "rate_limit_error", { "retry-after": "0.1" }),
  "429 with a long Retry-After": refuse(429, "rate_limit_error", { "retry-after": "120" }),
  "429 for an empty account": refuse(429, "insufficient_quota"),
  "500": refuse(500, "api_error"),
  "502 with HTML": ({ answer }) => answer(502, HTML, { "content-type": "text/html" }),
  "503": refuse(503, "service_unavailable"),
  "529": refuse(529, "overloaded_error"),
  redirect: ({ answer }) => answer(307, "", { location: "/elsewhere" }),

  reset: ({ reset }) => reset(),
  "reset after the head": async ({ head, wait, reset }) => {
    head();
    await wait(5);
    reset();
  },
  "reset in the text": stream(["Half an"], async ({ wait, reset }) => {
    await wait(20);
    reset();
  }),
  silence: () => {},
  "silence after the head": ({ head }) => head(),
  "silence in the text": stream(["Half an"], () => {}),
  "silence in an error": ({ answer }) => answer(503, "", { "content-length": "100" }),
  "one byte at a time": async (exchange) => {
    exchange.head();
    await inSteps(exchange, bytesOf(exchange.wire.open.repeat(9)), SLOW_MS);
  },
  "one word at a time": stream([], (exchange) =>
    inSteps(exchange, Array(999).fill(exchange.wire.text("word ")), SLOW_MS),
  ),

  "end without the terminal event": stream(["Half an"], ({ end }) => end()),
  "end without any text": stream([], ({ end }) => end()),
  "error before the text": ({ head, write, wire, end }) => {
    head();
    write(wire.error(PROVIDER_WORDS));
    end();
  },
  "error in the text": stream(
    ["Half an"],
    last((wire) => wire.error(PROVIDER_WORDS)),
  ),
  length: stream(
    ["Half an"],
    last((wire) => wire.end("length")),
  ),
  refusal: stream(
    [],
    last((wire) => wire.end("refusal")),
  ),
  "refusal in words": stream(
    [],
    last((wire) => wire.declined),
  ),
  empty: stream([], whole),
  blank: stream([" ", "\n"], whole),
  "HTML with status 200": ({ answer }) => answer(200, HTML, { "content-type": "text/html" }),
  "{} with status 200": ({ answer }) => answer(200, "{}", { "content-type": "application/json" }),
  "no body": ({ answer }) => answer(204, ""),
  "broken JSON": stream(
    ["Half an"],
    last((wire) => wire.text("answer").replace("}\n\n", "\n\n")),
  ),
  "malformed event": stream(
    ["Half an"],
    last((wire) => wire.malformed),
  ),
  "5 MB of answer": async (exchange) => {
    exchange.head();
    exchange.write(exchange.wire.open);
    await inSteps(exchange, Array(500).fill(exchange.wire.text("x".repeat(10_000))), 1);
    whole(exchange);
  },
  "5 MB in one event": stream(["x".repeat(5_000_000)], whole),
} as const satisfies Record<string, (exchange: Exchange) => void | Promise<void>>;

export type Misbehaviour = keyof typeof MISBEHAVIOURS;
