import { describe, expect, it } from "vitest";
import { createOpenStreams } from "#features/chat/turns/open-streams.ts";

/** The locks of a browser, as far as streams use them. */
function sharedLocks() {
  const held: { name: string }[] = [];
  return {
    request: async (name: string, _: unknown, run: () => Promise<void>) => {
      const lock = { name };
      held.push(lock);
      try {
        await run();
      } finally {
        held.splice(held.indexOf(lock), 1);
      }
    },
    query: async () => ({ held: [...held, { name: "another" }] }),
  } as unknown as LockManager;
}

/** A tab that begins streams. They go on until they are left or ended. */
function openTab(locks: LockManager | undefined) {
  const hold = createOpenStreams(locks);
  const left: string[] = [];
  const begin = (name: string) => {
    const person = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let accept = () => {};
    const over = hold(person.signal, (within, onAccepted) => {
      accept = onAccepted;
      within.addEventListener("abort", () => reject(new Error("left")));
      return promise;
    }).catch(() => left.push(name));
    return { accept: () => accept(), end: resolve, stop: () => person.abort(), over };
  };
  return { left, begin };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("the streams of replies that a browser holds", () => {
  it("are four at most: a fifth that is accepted makes its tab leave its oldest [answers.connections]", async () => {
    const { begin, left } = openTab(sharedLocks());
    const names = ["first", "second", "third", "fourth"];
    for (const name of names) begin(name).accept();
    await settled();
    expect(left).toStrictEqual([]);
    begin("fifth").accept();
    await settled();
    expect(left).toStrictEqual(["first"]);
    begin("sixth").accept();
    await settled();
    expect(left).toStrictEqual(["first", "second"]);
  });

  it("are counted over all tabs, and each tab leaves its own", async () => {
    const locks = sharedLocks();
    const [one, other] = [openTab(locks), openTab(locks)];
    for (const name of ["1", "2", "3", "4"]) one.begin(name).accept();
    other.begin("5").accept();
    await settled();
    expect([one.left, other.left]).toStrictEqual([[], ["5"]]);
  });

  it("are not left before the server has accepted them", async () => {
    const { begin, left } = openTab(sharedLocks());
    const streams = Array.from({ length: 6 }, (_, index) => begin(`${index}`));
    await settled();
    expect(left).toStrictEqual([]);
    for (const { accept } of streams) {
      accept();
      await settled();
    }
    expect(left).toStrictEqual(["0", "1"]);
  });

  it("make room when they end or are stopped", async () => {
    const { begin, left } = openTab(sharedLocks());
    const [first, second] = ["1", "2", "3", "4"].map(begin);
    first?.end();
    second?.stop();
    await Promise.all([first?.over, second?.over]);
    for (const name of ["5", "6"]) begin(name).accept();
    await settled();
    expect(left).toStrictEqual(["2"]);
  });

  it("are never left where the browser has no locks", async () => {
    const { begin, left } = openTab(undefined);
    for (let count = 0; count < 6; count += 1) begin(`${count}`).accept();
    await settled();
    expect(left).toStrictEqual([]);
  });
});
