import { expect, it } from "vitest";
import type { Backend } from "../../../supabase/functions/_shared/database/backend.ts";
import { inLanes, openLanes } from "../../../supabase/functions/_shared/database/lanes.ts";
import type { SearchPage } from "../../../supabase/functions/_shared/database/search-messages.ts";

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

/** A backend of which each call takes a moment, and how many calls of one name were on their way at once. */
function busyBackend() {
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  const call = (name: string) => async () => {
    const now = (running.get(name) ?? 0) + 1;
    running.set(name, now);
    most.set(name, Math.max(now, most.get(name) ?? 0));
    await new Promise((resolve) => setImmediate(resolve));
    running.set(name, now - 1);
  };
  const backend = new Proxy({}, { get: (_, name) => call(String(name)), ownKeys: () => [] });
  return { backend: inLanes(backend as Backend), most };
}

it("a member who asks for one thing a hundred times has four calls on the way at once, and one search [limits.lanes]", async () => {
  const { backend, most } = busyBackend();
  const request = { userId: "ann" } as Parameters<Backend["beginTurn"]>[0] & SearchPage;
  const calls: (() => Promise<unknown>)[] = [
    () => backend.userId("token"),
    () => backend.beginTurn(request),
    () => backend.createChat("ann", "c1", undefined),
    () => backend.renameChat("ann", "c1", "Title"),
    () => backend.chooseAnswer("ann", "c1", "a1"),
    () => backend.restoreChat("ann", "c1"),
    () => backend.stopTurn("ann", "c1", "q1"),
    () => backend.searchMessages(request),
    () => backend.indexMessages("ann"),
  ];
  for (const call of calls) await Promise.all(Array.from({ length: 100 }, call));
  expect([...most.values()]).toEqual([4, 4, 4, 4, 4, 4, 4, 1, 1]);
});
