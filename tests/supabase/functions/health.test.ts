import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endpoint } from "../../../supabase/functions/_shared/endpoint/http.ts";
import { databaseFault } from "../../../supabase/functions/_shared/refusal.ts";
import { health } from "../../../supabase/functions/health/handler.ts";

const MODELS = {
  "chatgpt-4": "unknown",
  "chatgpt-5": "unknown",
  grok: "unknown",
  "claude-4": "unknown",
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The endpoint over a database that says `answers`, one after the other. */
function serve(...answers: (() => Promise<unknown>)[]) {
  const askDatabase = vi.fn<() => Promise<unknown>>(() => Promise.resolve({}));
  for (const answer of answers) askDatabase.mockImplementationOnce(answer);
  const log: unknown[] = [];
  const fetch = endpoint("health", health(askDatabase), (line) => log.push(line), "GET");
  const ask = async (method = "GET") => {
    const response = await fetch(new Request("http://localhost/health", { method }));
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as unknown,
    };
  };
  return { askDatabase, ask, log };
}

it("a program without a session sees that the database answers [calls.health]", async () => {
  const { status, headers, body } = await serve().ask();
  expect({ status, body }).toEqual({
    status: 200,
    body: { ok: true, models: MODELS, migration: null },
  });
  expect(headers.get("cache-control")).toBe("no-store");
});

it("a program sees which model is slow or failing, and unknown where the database says nothing [calls.health]", async () => {
  const said = { "chatgpt-4": "good", grok: "slow", "claude-4": "failing" };
  const { body } = await serve(() => Promise.resolve(said)).ask();
  expect(body).toEqual({ ok: true, models: { ...MODELS, ...said }, migration: null });
});

it.each([
  true,
  null,
  "good",
  [[]],
  { "chatgpt-4": "splendid", grok: 7, other: "good", __proto__: { "chatgpt-5": "good" } },
])("a program sees unknown where the database says %j of the models", async (said) => {
  const { status, body } = await serve(() => Promise.resolve(said)).ask();
  expect({ status, body }).toEqual({
    status: 200,
    body: { ok: true, models: MODELS, migration: null },
  });
});

it("a program sees the newest migration that the database has [calls.health]", async () => {
  const { body } = await serve(() => Promise.resolve({ migration: "20261124000000" })).ask();
  expect(body).toEqual({ ok: true, models: MODELS, migration: "20261124000000" });
});

it("a program sees 503 when the database cannot be reached, and 200 when it is back; the log has its code [calls.health]", async () => {
  const { ask, log } = serve(() => Promise.reject(databaseFault("57P03")));
  expect(await ask()).toMatchObject({ status: 503, body: { ok: false, models: MODELS } });
  expect(log).toMatchObject([{ name: "health", status: 503, database: "57P03" }]);
  vi.advanceTimersByTime(1000);
  expect((await ask()).status).toBe(200);
});

it("the database is asked once a second, however often programs ask [calls.health]", async () => {
  const { askDatabase, ask } = serve();
  await Promise.all(Array.from({ length: 100 }, () => ask()));
  vi.advanceTimersByTime(999);
  await ask();
  expect(askDatabase).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await Promise.all([ask(), ask()]);
  expect(askDatabase).toHaveBeenCalledTimes(2);
});

it("a database that takes long is not asked again meanwhile", async () => {
  const late = Promise.withResolvers<unknown>();
  const { askDatabase, ask } = serve(() => late.promise);
  const first = ask();
  vi.advanceTimersByTime(2_500);
  const second = ask();
  late.resolve({});
  expect((await first).status).toBe(200);
  expect((await second).status).toBe(200);
  expect(askDatabase).toHaveBeenCalledTimes(1);
});

it.each(["POST", "PUT", "DELETE"])(
  "%s is refused, and the database is not asked",
  async (method) => {
    const { askDatabase, ask } = serve();
    const { status, headers, body } = await ask(method);
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("GET");
    expect(body).toEqual({ error: "Only GET is allowed here.", code: "method_not_allowed" });
    expect(askDatabase).not.toHaveBeenCalled();
  },
);
