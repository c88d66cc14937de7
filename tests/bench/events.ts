import { createParser } from "eventsource-parser";
import { readProviderSettings } from "../../supabase/functions/_shared/providers/provider-settings.ts";
import { streamAnswer } from "../../supabase/functions/_shared/providers/stream-answer.ts";
import { openaiWire } from "../support/providers/provider-wire.ts";
import { type TableRow, timesOf } from "./table.ts";

const EVENTS = 3_000;
const EVENTS_IN_A_CHUNK = 4;
/** As a worker that has read a few answers does. */
const WARM_UP = 60;
const ROUNDS = 25;
const BAR = 1.6;
const ENV: Record<string, string> = { OPENAI_API_KEY: "bench" };

/**
 * The processor time of the events of an answer, beside that of decoding and parsing them: that of an answer of many, less
 * that of one that has a single chunk of them. The network is left out.
 */
export async function measureEvents(): Promise<TableRow> {
  const network = globalThis.fetch;
  const answers = { full: chunksOfAnswer(EVENTS), short: chunksOfAnswer(EVENTS_IN_A_CHUNK) };
  let chunks = answers.full;
  const respond = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk);
          controller.close();
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  globalThis.fetch = () => Promise.resolve(respond());
  const settings = readProviderSettings((name) => ENV[name]);
  const [ours, floor]: [number[], number[]] = [[], []];
  const ofEvents = async (work: () => Promise<void>) => {
    chunks = answers.full;
    const full = await processorMs(work);
    chunks = answers.short;
    return full - (await processorMs(work));
  };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    floor.push(await ofEvents(() => decodeAndParse(respond())));
    ours.push(await ofEvents(() => readAnswer(settings)));
  }
  globalThis.fetch = network;
  return timesOf(
    `reading ${EVENTS} events of an answer, by decoding and parsing them`,
    [ours.slice(WARM_UP), floor.slice(WARM_UP)],
    BAR,
  );
}

function chunksOfAnswer(events: number): Uint8Array[] {
  const wire = openaiWire();
  const encoder = new TextEncoder();
  const chunk = wire.text(" word").repeat(EVENTS_IN_A_CHUNK);
  const texts = [wire.open, ...Array(events / EVENTS_IN_A_CHUNK).fill(chunk), wire.end("good")];
  return texts.map((text) => encoder.encode(text));
}

async function decodeAndParse(response: Response): Promise<void> {
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== "[DONE]") JSON.parse(data);
    },
  });
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read())
    parser.feed(decoder.decode(read.value, { stream: true }));
}

async function readAnswer(settings: ReturnType<typeof readProviderSettings>): Promise<void> {
  const answer = streamAnswer({
    settings,
    model: "chatgpt-4",
    history: [{ role: "user", content: "Hello?" }],
    signal: new AbortController().signal,
  });
  let next = await answer.next();
  while (!next.done) next = await answer.next();
  if (next.value.ending.kind !== "finished") throw new Error("The answer is not whole.");
}

async function processorMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
