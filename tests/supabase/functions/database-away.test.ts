import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { storeWhileAway } from "../../../supabase/functions/_shared/turn/store-answer.ts";
import { fillDatabase } from "../../support/database/backend.ts";
import { type Postgres, startPostgres } from "../../support/database/postgres.ts";
import { newIds, setUpDrivenProduct } from "./product.ts";

const PATIENT = { timeout: 60_000 };

describe("storing a whole reply", () => {
  afterEach(() => vi.useRealTimers());

  /** A database that is away for so many milliseconds, and the times at which it was asked. */
  function awayFor(milliseconds: number) {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const start = performance.now();
    const asked: number[] = [];
    const store = async () => {
      asked.push(performance.now() - start);
      if (performance.now() - start < milliseconds) throw new Error("away");
      return { outcome: "empty" as const };
    };
    const failures: unknown[] = [];
    const storing = storeWhileAway(store, (failure) => failures.push(failure));
    return { storing, asked, failures };
  }

  it("outlasts a database that is away for a minute, with growing pauses [reply.database-away]", async () => {
    const { storing, asked, failures } = awayFor(60_000);
    await vi.advanceTimersByTimeAsync(70_000);
    expect(await storing).toEqual({ outcome: "empty" });
    expect(asked.slice(0, 6)).toEqual([0, 500, 1_500, 3_500, 7_500, 12_500]);
    expect(asked.length).toBeLessThan(20);
    // The log hears of each.
    expect(failures).toHaveLength(asked.length - 1);
  });

  it("is given up when the database stays away", async () => {
    const { storing, asked } = awayFor(3_600_000);
    const failed = storing.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await failed).toEqual(new Error("away"));
    expect(asked.at(-1)).toBeGreaterThan(60_000);
  });
});

describe("a PostgreSQL that goes away", () => {
  let server: Postgres;
  afterAll(() => server.stop());
  // A server of its own: the other tests share one.
  const our = setUpDrivenProduct("postgres", async () => {
    server = await startPostgres();
    const url = await server.createDatabase("away");
    await fillDatabase(url, { withMigrations: true });
    return url;
  });
  const unavailable = { status: 503, body: { code: "unavailable" } };

  it("in the middle of replies loses none of them [reply.database-away]", PATIENT, async () => {
    const { service } = our.product.backend;
    // The embedded backend's first requests may trip over each other.
    await our.emptyChat();
    const bodies = [newIds(), newIds(), newIds()];
    const sending = bodies.map((ids) =>
      our.post("start_chat", Object.assign(ids, { message: "Go on" })),
    );
    const calls = [await our.provider.next(), await our.provider.next(), await our.provider.next()];
    for (const call of calls) call.write("First half, ");
    await server.halt();
    const rpc = vi.spyOn(service, "rpc");
    for (const call of calls) {
      call.end("second half");
    }
    const finishes = () => rpc.mock.calls.filter(([name]) => name === "finish_turn").length;
    // Each was tried and failed, and is tried again.
    await expect.poll(finishes, PATIENT).toBeGreaterThan(3);
    expect(await our.post("start_chat", { message: "Hello?" })).toMatchObject(unavailable);
    await server.resume();
    for (const answer of await Promise.all(sending)) {
      expect(answer).toMatchObject({
        status: 200,
        body: { aiMessage: { content: "First half, second half" } },
      });
    }
    for (const { chatId } of bodies) expect(await our.messagesOf(chatId)).toHaveLength(2);
    rpc.mockRestore();
  });

  it("by becoming read-only is told as unavailable, and changes nothing", PATIENT, async () => {
    const { sql } = our.product.backend;
    const setReadOnly = async (value: "on" | "off") => {
      await sql(`alter system set default_transaction_read_only = ${value}`);
      await sql("select pg_reload_conf()");
      const shown = async () =>
        (
          await sql<{ default_transaction_read_only: string }>("show default_transaction_read_only")
        )[0]?.default_transaction_read_only;
      await expect.poll(shown, PATIENT).toBe(value);
    };
    const before = await our.product.tables();
    await setReadOnly("on");
    for (const [name, body] of [
      ["start_chat", { message: "Hello" }],
      ["create_chat", {}],
    ] as const) {
      expect(await our.post(name, body)).toMatchObject(unavailable);
    }
    await setReadOnly("off");
    expect(await our.product.tables()).toEqual(before);
  });
});
