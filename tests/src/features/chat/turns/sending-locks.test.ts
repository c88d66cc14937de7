import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createOpenStreams, inTurn } from "#features/chat/turns/sending-locks.ts";
import { anEntry } from "../../../../support/drafts.ts";

/** The locks of a browser, as far as a queue uses them. */
function exclusiveLocks() {
  const last = new Map<string, Promise<unknown>>();
  return {
    async request(
      name: string,
      { ifAvailable }: LockOptions,
      run: (lock: object | null) => unknown,
    ) {
      const before = last.get(name);
      if (before !== undefined && ifAvailable === true) {
        run(null);
        return;
      }
      const over = Promise.resolve(before).then(() => run({ name }));
      last.set(name, over);
      await over;
      if (last.get(name) === over) last.delete(name);
    },
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
let begun: string[] = [];

/** What a tab sends, until it is ended. */
function sendsFrom(tab: string, waits: boolean, chatId = "c1") {
  const { promise, resolve } = Promise.withResolvers<void>();
  inTurn(chatId, waits, () => {
    begun.push(tab);
    return promise;
  });
  return resolve;
}

beforeEach(() => {
  begun = [];
  vi.stubGlobal("navigator", { locks: exclusiveLocks() });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it("one tab at a time sends what waits in a chat: another one does not, or only afterwards, and other chats go on [composer.queue]", async () => {
  const end = sendsFrom("first", true);
  await settled();
  sendsFrom("looks", false);
  sendsFrom("waits", true);
  sendsFrom("elsewhere", false, "c2");
  await settled();
  expect(begun).toStrictEqual(["first", "elsewhere"]);
  end();
  await settled();
  expect(begun).toStrictEqual(["first", "elsewhere", "waits"]);
});

it("what waits is sent where a browser has no locks [composer.queue]", () => {
  vi.stubGlobal("navigator", {});
  sendsFrom("only", false);
  expect(begun).toStrictEqual(["only"]);
});

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
    const sending = { userId: "u1", entry: { ...anEntry, messageId: name } };
    const over = hold(sending, false, person, (onAccepted) => {
      accept = onAccepted;
      person.signal.addEventListener("abort", () => reject(new Error("left")));
      return promise;
    }).catch(() => left.push(name));
    return { accept: () => accept(), end: resolve, stop: () => person.abort(), over };
  };
  return { left, begin };
}

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
