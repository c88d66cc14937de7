import { expect, it } from "vitest";
import {
  type ArgumentsOf,
  connectBackend,
} from "../../../supabase/functions/_shared/database/backend.ts";
import { openLanes } from "../../../supabase/functions/_shared/database/lanes.ts";
import { readUsageLimits } from "../../../supabase/functions/_shared/limits.ts";

/** Calls that end when they are told to, and in the order in which they began. */
function heldCalls() {
  const held: (() => void)[] = [];
  const begun: string[] = [];
  return {
    begun,
    call: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => held.push(() => resolve(name)));
    },
    endFirst: async () => {
      held.shift()?.();
      // What waits for it goes on in the same turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it("a hundred calls of one member run four at a time and in order, and a call of another one at once [limits.lanes]", async () => {
  const { begun, call, endFirst } = heldCalls();
  const inLane = openLanes(4);
  const names = Array.from({ length: 100 }, (_, index) => `ann ${index}`);
  const all = names.map((name) => inLane("ann", call(name)));
  const other = inLane("bob", call("bob"));
  expect(begun).toEqual([...names.slice(0, 4), "bob"]);
  await endFirst();
  expect(begun).toEqual([...names.slice(0, 4), "bob", "ann 4"]);
  for (let count = 0; count < 100; count += 1) await endFirst();
  expect(await Promise.all(all)).toEqual(names);
  expect(await other).toBe("bob");
});

it("a call that fails makes room for the next one", async () => {
  const inLane = openLanes(1);
  const failing = inLane("ann", () => Promise.reject(new Error("away")));
  const next = inLane("ann", () => Promise.resolve("done"));
  await expect(failing).rejects.toThrow("away");
  expect(await next).toBe("done");
  expect(await inLane("ann", () => Promise.resolve("again"))).toBe("again");
});

it("a member who asks for one thing a hundred times has four calls on the way at once, and one search [limits.lanes]", async () => {
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  const wait = async (name: string) => {
    const now = (running.get(name) ?? 0) + 1;
    running.set(name, now);
    most.set(name, Math.max(now, most.get(name) ?? 0));
    await new Promise((resolve) => setImmediate(resolve));
    running.set(name, now - 1);
    return { data: null, error: { code: "42883" } };
  };
  const client = { rpc: wait, auth: { getUser: () => wait("userId") } };
  const { call, userId } = connectBackend(
    client as unknown as Parameters<typeof connectBackend>[0],
    readUsageLimits(() => undefined),
  );
  const token = `a.${btoa(JSON.stringify({ exp: 9e9 }))}.a`;
  const member = { p_user_id: "ann" } as ArgumentsOf<keyof typeof expected>;
  const expected = {
    begin_turn: 4,
    create_chat: 4,
    rename_chat: 4,
    choose_answer: 4,
    see_chat: 4,
    restore_chat: 4,
    stop_turn: 4,
    count_search: 1,
    search_messages: 1,
    index_messages: 1,
  };
  const names = Object.keys(expected) as (keyof typeof expected)[];
  const asking = [() => userId(token), ...names.map((name) => () => call(name, member))];
  for (const ask of asking as (() => Promise<unknown>)[]) {
    await Promise.allSettled(Array.from({ length: 100 }, ask));
  }
  expect(Object.fromEntries(most)).toEqual({ userId: 4, ...expected });
});
