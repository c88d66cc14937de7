import { expect, it } from "vitest";
import type { Backend } from "../../../supabase/functions/_shared/database/backend.ts";
import { inLanes, openLanes } from "../../../supabase/functions/_shared/database/lanes.ts";

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

it("a member who asks one question a hundred times has four calls at the database at once [limits.lanes]", async () => {
  let running = 0;
  let most = 0;
  const busy = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  const backend = inLanes({
    userId: async () => {
      await busy();
      return "ann";
    },
    beginTurn: async () => {
      await busy();
      return { outcome: "crowded" };
    },
  } as unknown as Backend);
  await Promise.all(Array.from({ length: 100 }, () => backend.userId("token")));
  expect(most).toBe(4);
  most = 0;
  const request = { userId: "ann" } as Parameters<Backend["beginTurn"]>[0];
  await Promise.all(Array.from({ length: 100 }, () => backend.beginTurn(request)));
  expect(most).toBe(4);
});
