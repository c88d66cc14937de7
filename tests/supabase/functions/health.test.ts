import { expect, it } from "vitest";
import { endpoint } from "../../../supabase/functions/_shared/endpoint/http.ts";
import { databaseFault } from "../../../supabase/functions/_shared/refusal.ts";
import { health } from "../../../supabase/functions/health/handler.ts";

const MODELS = {
  "chatgpt-4": "unknown",
  "chatgpt-5": "unknown",
  grok: "unknown",
  "claude-4": "unknown",
};

/** The endpoint over a database that says `answers`, one after the other, and a clock set by the test. */
function serve(...answers: (() => Promise<unknown>)[]) {
  const clock = { ms: 5_000, asked: 0 };
  const log: unknown[] = [];
  const askDatabase = () => {
    clock.asked += 1;
    return (answers[clock.asked - 1] ?? (() => Promise.resolve({})))();
  };
  const fetch = endpoint(
    "health",
    health(askDatabase, () => clock.ms),
    (line) => log.push(line),
    "GET",
  );
  const ask = async (method = "GET") => {
    const response = await fetch(new Request("http://localhost/health", { method }));
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as unknown,
    };
  };
  return { clock, ask, log };
}

it("a program without a session sees that the database answers [calls.health]", async () => {
  const { status, headers, body } = await serve().ask();
  expect({ status, body }).toEqual({ status: 200, body: { ok: true, models: MODELS } });
  expect(headers.get("cache-control")).toBe("no-store");
});

it("a program sees which model is slow or failing, and unknown where the database says nothing [calls.health]", async () => {
  const said = { "chatgpt-4": "good", grok: "slow", "claude-4": "failing" };
  const { body } = await serve(() => Promise.resolve(said)).ask();
  expect(body).toEqual({ ok: true, models: { ...MODELS, ...said } });
});

it.each([
  true,
  null,
  "good",
  [[]],
  { "chatgpt-4": "splendid", grok: 7, other: "good", __proto__: { "chatgpt-5": "good" } },
])("a program sees unknown where the database says %j of the models", async (said) => {
  const { status, body } = await serve(() => Promise.resolve(said)).ask();
  expect({ status, body }).toEqual({ status: 200, body: { ok: true, models: MODELS } });
});

it("a program sees 503 when the database cannot be reached, and 200 when it is back; the log has its code [calls.health]", async () => {
  const { clock, ask, log } = serve(() => Promise.reject(databaseFault("57P03")));
  expect(await ask()).toMatchObject({ status: 503, body: { ok: false, models: MODELS } });
  expect(log).toMatchObject([{ name: "health", status: 503, database: "57P03" }]);
  clock.ms += 1000;
  expect((await ask()).status).toBe(200);
});

it("the database is asked once a second, however often programs ask [calls.health]", async () => {
  const { clock, ask } = serve();
  await Promise.all(Array.from({ length: 100 }, () => ask()));
  clock.ms += 999;
  await ask();
  expect(clock.asked).toBe(1);
  clock.ms += 1;
  await Promise.all([ask(), ask()]);
  expect(clock.asked).toBe(2);
});

it("a database that takes long is not asked again meanwhile", async () => {
  const late = Promise.withResolvers<unknown>();
  const { clock, ask } = serve(() => late.promise);
  const first = ask();
  clock.ms += 2_500;
  const second = ask();
  late.resolve({});
  expect((await first).status).toBe(200);
  expect((await second).status).toBe(200);
  expect(clock.asked).toBe(1);
});

it.each(["POST", "PUT", "DELETE"])(
  "%s is refused, and the database is not asked",
  async (method) => {
    const { clock, ask } = serve();
    const { status, headers, body } = await ask(method);
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("GET");
    expect(body).toEqual({ error: "Only GET is allowed here.", code: "method_not_allowed" });
    expect(clock.asked).toBe(0);
  },
);
