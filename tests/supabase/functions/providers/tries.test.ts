import { describe, expect, onTestFinished, test, vi } from "vitest";
import { MODELS, namesAt } from "../../../../supabase/functions/_shared/models.ts";
import { readProviderSettings } from "../../../../supabase/functions/_shared/providers/provider-settings.ts";
import {
  envFor,
  GOOD_ANSWER,
  startMisbehavingProvider,
} from "../../../support/providers/misbehaving-provider.ts";
import { ALL_MODELS, askOne, provider, SHORT } from "./asking.ts";

/** A port where nobody listens any more. */
async function deadPort(): Promise<number> {
  const { env, stop } = await startMisbehavingProvider();
  await stop();
  return Number(new URL(env["ANTHROPIC_BASE_URL"] ?? "").port);
}

describe.each(ALL_MODELS)("the tries of %s", (model, label) => {
  test.each(["500", "429", "reset", "error before the text"] as const)(
    "end with the third when the first two fail with %s",
    async (behaviour) => {
      const { env, received } = await provider(behaviour, behaviour, "good");
      const { ending, text, log } = await askOne(env, model);
      expect([ending, log]).toEqual([{ kind: "finished" }, [expect.anything(), expect.anything()]]);
      expect(text).toBe(GOOD_ANSWER);
      expect(received).toHaveLength(3);
      expect(log.map(({ tries }) => tries)).toEqual([1, 2]);
    },
  );

  test("have a wait between them, which doubles before the third", async () => {
    const { env, received } = await provider("503");
    const waits = recordWaits();
    await askOne(env, model, { limits: { ...SHORT, backoffMs: 100 } });
    expect(received).toHaveLength(3);
    const [first = 0, second = 0] = waits();
    expect(waits()).toHaveLength(2);
    expect(first).toBeGreaterThanOrEqual(50);
    expect(first).toBeLessThanOrEqual(100);
    expect(second).toBeGreaterThanOrEqual(100);
    expect(second).toBeLessThanOrEqual(200);
    expect(gaps(received)[0]).toBeGreaterThanOrEqual(first - 1);
    expect(gaps(received)[1]).toBeGreaterThanOrEqual(second - 1);
  });

  test("wait exactly as long as a short Retry-After asks for", async () => {
    const { env, received } = await provider("429 with a short Retry-After");
    const waits = recordWaits();
    await askOne(env, model);
    expect(waits()).toEqual([100, 100]);
    for (const gap of gaps(received)) expect(gap).toBeGreaterThanOrEqual(99);
  });

  test("have one deadline together [limits.one-reply]", async () => {
    const { env, received } = await provider("503", "silence");
    // The longest wait there is: a random one would let a second deadline end little later than the first.
    const random = vi.spyOn(Math, "random").mockReturnValue(0);
    onTestFinished(() => random.mockRestore());
    const limits = { ...SHORT, totalMs: 4_000, backoffMs: 2_000 };
    const { ending, ms } = await askOne(env, model, { limits });
    expect(ending).toEqual({ kind: "failed", failure: "timeout", retryable: true });
    expect(ms).toBeGreaterThan(3_950);
    // A deadline of its own would have ended the second try after 6,000 ms.
    expect(ms).toBeLessThan(5_990);
    expect(received).toHaveLength(2);
  });

  test("are three when the connection is refused, and each is logged", async () => {
    const { ending, log } = await askOne(envFor(await deadPort()), model);
    expect(ending).toEqual({ kind: "failed", failure: "unreachable", retryable: true });
    expect(log).toEqual(
      [1, 2, 3].map((tries) => ({ model: label, failure: "unreachable", status: 0, tries })),
    );
  });

  test("end in a failure for an unknown host, a broken address and a key that fits no header", async () => {
    const env = envFor(1);
    for (const wrong of ["http://host.invalid/v1", "not an address"]) {
      const bad = Object.fromEntries(
        Object.entries(env).map(([name, value]) => [name, name.endsWith("URL") ? wrong : value]),
      );
      expect((await askOne(bad, model)).ending).toMatchObject({ kind: "failed" });
    }
    const key = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, name.endsWith("KEY") ? "鍵\n" : value]),
    );
    expect((await askOne(key, model)).ending).toMatchObject({ kind: "failed" });
  });

  test("go on to the next name of a model that is gone, which later questions begin with [models.gone]", async () => {
    const { env, received } = await provider("retired model, 404", "good");
    const settings = readProviderSettings((name) => env[name]);
    const [old, next] = namesAt(MODELS[model].names, Date.now());
    const first = await askOne(env, model, { settings });
    expect([first.ending, first.text, first.result.tries]).toEqual([
      { kind: "finished" },
      GOOD_ANSWER,
      1,
    ]);
    expect(first.log).toMatchObject([{ failure: "model_gone", status: 404 }]);
    for (const word of [label, old, next, MODELS[model].override]) {
      expect(first.log[0]?.["notice"]).toContain(word);
    }
    const second = await askOne(env, model, { settings });
    expect([second.text, second.log]).toEqual([GOOD_ANSWER, []]);
    const asked = received.map(({ body }) => (body as { model: string }).model);
    expect(asked).toEqual([old, next, next]);
  });

  test("leave three to the name that is there", async () => {
    const { env, received } = await provider("retired model, 410", "503", "503", "good");
    expect((await askOne(env, model)).text).toBe(GOOD_ANSWER);
    expect(received).toHaveLength(4);
  });

  test("ask for every name again when none was there, and tell the operator once [models.gone]", async () => {
    const { env, received } = await provider("retired model, 404");
    const settings = readProviderSettings((name) => env[name]);
    const answers = [
      await askOne(env, model, { settings }),
      await askOne(env, model, { settings }),
    ];
    for (const { ending } of answers) {
      expect(ending).toEqual({ kind: "failed", failure: "model_gone", retryable: false });
    }
    expect(received).toHaveLength(4);
    const notices = answers.map(({ log }) => log.filter(({ notice }) => notice !== undefined));
    expect(notices.map((told) => told.length)).toEqual([2, 0]);
  });
});

test("a name whose announced end has come is asked last, by every worker from its first question on [models.gone]", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { env, received } = await provider("good");
  const asked = async (at: string, names = "") => {
    vi.setSystemTime(at);
    received.length = 0;
    // Settings of its own are what a new worker has.
    for (const worker of [1, 2]) {
      const { ending } = await askOne({ ...env, MODEL_CHATGPT_4: names }, "chatgpt-4");
      expect(ending, `worker ${worker}`).toEqual({ kind: "finished" });
    }
    return received.map(({ body }) => (body as { model: string }).model);
  };
  expect(await asked("2027-01-13T23:59:59.999Z")).toEqual(["gpt-4.1", "gpt-4.1"]);
  expect(await asked("2027-01-14T00:00:00Z")).toEqual(["gpt-6-luna", "gpt-6-luna"]);
  expect(await asked("2027-01-14T00:00:00Z", "gpt-4.1, other")).toEqual(["other", "other"]);
  expect(await asked("2027-01-14T00:00:00Z", "gpt-4.1")).toEqual(["gpt-4.1", "gpt-4.1"]);
});

/** Records the waits between tries. Every other timer of an answer runs for seconds. */
function recordWaits(): () => number[] {
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  return () =>
    timers.mock.calls.flatMap(([, wait = 0]) => (wait > 0 && wait < 1_000 ? [wait] : []));
}

function gaps(received: readonly { at: number }[]): number[] {
  return received.slice(1).map(({ at }, index) => at - (received[index]?.at ?? at));
}
