import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  limitsWithin,
  STREAM_LIMITS,
} from "../../../supabase/functions/_shared/providers/stream-limits.ts";
import { JSON_SECONDS } from "../../../supabase/functions/_shared/time-limits.ts";
import { startFunctions } from "../../../supabase/local/functions/functions-process.ts";
import { freePort } from "../../../supabase/local/process/ports.ts";
import { SECRET_KEY } from "../../support/database/backend.ts";
import { ownBackend, personOn } from "../../support/database/on-every-database.ts";
import { startScriptedProvider } from "../../support/providers/scripted-provider.ts";
import { newIds, startProduct } from "./product.ts";
import { serveBackend } from "./served-backend.ts";

it.each([
  [150_000, 140_000],
  [145_000, 140_000],
  [75_000, 70_000],
  [4_000, -1_000],
  [Number.POSITIVE_INFINITY, 140_000],
])("a reply in a worker with %i ms left may take %i ms [limits.worker]", (left, expected) => {
  expect(limitsWithin(STREAM_LIMITS, left).totalMs).toBe(expected);
});

it("a reply that would take more of the processor than a worker has ends as unfinished, with its text, and says how to go on [limits.processor]", async () => {
  const long = await startScriptedProvider();
  onTestFinished(long.stop);
  long.script("by hand");
  // For three chunks.
  const product = await startProduct("pglite", { ...long.env, WORKER_CPU_MS: "501" });
  onTestFinished(product.stop);
  const asker = await product.member();
  const ids = newIds();
  const write = (word: string) => void call.then((reply) => reply.write(word));
  const call = long.next();
  write("First. ");
  // It would go on for ever: each chunk is written when the one before has been passed on.
  const events = await product.stream(
    "start_chat",
    { ...ids, message: "Go." },
    asker,
    (event) => event.type === "delta" && write("More. "),
  );
  const error = "ChatGPT 4 cannot write more at once. Ask it to continue.";
  expect(events.at(-1)).toMatchObject({ type: "error", error, code: "provider_failed" });
  const [attempt] = await product.backend.sql<{ content: string; failure_text: string }>(
    "select content, failure_text from private.attempts where question_id = $1",
    ids.messageId,
  );
  expect(attempt?.failure_text).toBe(error);
  expect(attempt?.content).toMatch(/^First\. (More\. ){1,2}$/);
  expect(long.count()).toBe(1);
});

it("what answers as JSON does so before hosts give a silent request up, after 120 s [calls.json-in-time]", () => {
  expect(JSON_SECONDS).toBeLessThan(120);
});

it("a turn that is asked for as JSON says in time where its reply will be found, and goes on [calls.json-in-time]", async () => {
  const slow = await startScriptedProvider();
  onTestFinished(slow.stop);
  slow.script("by hand");
  const product = await startProduct("pglite", { ...slow.env, JSON_MS: "200" });
  onTestFinished(product.stop);
  const asker = await product.member();
  const ids = { ...newIds(), answerId: crypto.randomUUID() };
  const { status, body } = await product.post("start_chat", { ...ids, message: "Hm?" }, asker);
  expect([status, body]).toEqual([
    504,
    { ...ids, code: "timed_out", error: expect.stringContaining("will be in the chat") as unknown },
  ]);
  await slow.answerNext("At last.");
  const stored = () =>
    product.backend.sql("select content from public.messages where id = $1", ids.answerId);
  await expect.poll(stored, { timeout: 30_000 }).toEqual([{ content: "At last." }]);
});

const backend = await ownBackend("postgres");
const served = await serveBackend(backend);
const provider = await startScriptedProvider();

/** Functions in workers that live for so long. */
async function startWorkers(WORKER_SECONDS: string) {
  const port = await freePort();
  const backendUrl = `http://127.0.0.1:${served.port}`;
  const functions = startFunctions({
    port,
    env: {
      SUPABASE_URL: backendUrl,
      SUPABASE_SERVICE_ROLE_KEY: SECRET_KEY,
      WORKER_SECONDS,
      ...provider.env,
    },
    hosts: [backendUrl, provider.env.OPENAI_BASE_URL].map((url) => new URL(url).host),
    host: "tests/supabase/functions/worker-host.ts",
  });
  onTestFinished(functions.stop);
  await functions.ready();
  return { ...functions, port };
}

describe("a worker that the platform ends in the middle of a reply", () => {
  const member = personOn(backend, "member");
  beforeAll(() => provider.script("by hand"));
  afterAll(async () => {
    await provider.stop();
    await served.stop();
  });

  const send = (port: number, body: object) =>
    fetch(`http://127.0.0.1:${port}/api/start_chat`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        authorization: `Bearer ${member.token}`,
      },
      body: JSON.stringify(body),
    });
  const attempt = async ({ messageId }: { messageId: string }) =>
    (
      await backend.sql<{ content: string; claimed: boolean }>(
        "select content, claimed_until is not null as claimed from private.attempts where question_id = $1",
        messageId,
      )
    )[0];
  /** Returns all that a response has said, as soon as that has some words. */
  const readerOf = (response: Response) => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = "";
    return async (words: string) => {
      while (!received.includes(words)) {
        const next = await reader?.read();
        if (next === undefined || next.done)
          throw new Error(`It ended without ${words}: ${received}`);
        received += next.value;
      }
      return received;
    };
  };

  it("ends the reply some seconds before, counted from its birth, as unfinished, with its text, and releases its claim [limits.worker]", async () => {
    const { port } = await startWorkers("25");
    const bornBefore = performance.now();
    // It has ten seconds less than one that begins with this request.
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    const body = { ...newIds(), message: "Tell me a long story." };
    const response = await send(port, body);
    const call = await provider.next();
    call.write("Once upon a time");
    const until = readerOf(response);
    await until("a time");
    expect(await until('"type":"error"')).toContain(
      "ChatGPT 4 took too long to answer. Please try again.",
    );
    expect(performance.now() - bornBefore).toBeLessThan(29_000);
    expect(await attempt(body)).toEqual({ content: "Once upon a time", claimed: false });
    await call.closed;
  });

  it("leaves its text where it ends without a word, and asking again goes on once its claim has run out [limits.claim]", async () => {
    const { port, pid, ready } = await startWorkers("150");
    const body = { ...newIds(), message: "Tell me a sad story." };
    const response = await send(port, body);
    const call = await provider.next();
    call.write("Once upon a time");
    await readerOf(response)("a time");
    const pieces = () =>
      backend.sql(
        "select p.content from private.pieces p join private.attempts a on a.id = p.answer_id where question_id = $1",
        body.messageId,
      );
    await expect.poll(pieces, { timeout: 30_000 }).toEqual([{ content: "Once upon a time" }]);

    const before = pid();
    process.kill(before ?? 0, "SIGKILL");
    await call.closed;
    await expect.poll(pid, { timeout: 30_000 }).not.toBe(before);
    await ready();
    // Waits for the twenty seconds of the claim.
    const again = send(port, body);
    await provider.answerNext("Once upon a time there was a queen.");
    expect(await (await again).text()).toContain("there was a queen");
  });

  it.each([
    ["SIGUSR1", "ChatGPT 4's answer was interrupted. Please try again.", "true"],
    ["SIGUSR2", "ChatGPT 4 cannot write more at once. Ask it to continue.", "false"],
  ])(
    "gives its claim and its text back at once, says why (%s: %s), and asking again goes on at once [limits.worker]",
    async (signal, told, retryable) => {
      const { port, pid, ready } = await startWorkers("150");
      const body = { ...newIds(), message: "Tell me a story." };
      const response = await send(port, body);
      const call = await provider.next();
      call.write("Once upon ");
      call.write("a time");
      const until = readerOf(response);
      await until("a time");

      const before = pid();
      process.kill(before ?? 0, signal);
      const received = await until('"type":"error"');
      expect(received).toContain(told);
      expect(received).toContain(`"retryable":${retryable}`);
      expect(await attempt(body)).toEqual({ content: "Once upon a time", claimed: false });
      await call.closed;

      await expect.poll(pid, { timeout: 30_000 }).not.toBe(before);
      await ready();
      const again = send(port, body);
      await provider.answerNext("Once upon a time there was a king.");
      expect(await (await again).text()).toContain("there was a king");
    },
  );
});
