import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { inTurn } from "#features/chat/turns/sending-locks.ts";

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
