import { describe, expect, it, vi } from "vitest";
import { fileNameFor } from "#features/chat/export/format-rules.ts";
import { pathNodesOf, type MessageOutline } from "#features/chat/export/message-tree-rules.ts";
import { passesWith, patientReader } from "#features/chat/export/patience.ts";
import { counted, timeLeft } from "#features/chat/export/progress-rules.ts";
import { NoSessionError } from "#lib/session.ts";

const question = (id: string, follows: string | null = null): MessageOutline => ({
  id,
  role: "user",
  reply_to: null,
  follows,
  compares: null,
});
const answer = (id: string, to: string): MessageOutline => ({
  id,
  role: "assistant",
  reply_to: to,
  follows: null,
  compares: null,
});
const about = (id: string, to: string): MessageOutline => ({
  ...answer(id, to),
  compares: ["a", "b"],
});
const shape = (messages: readonly MessageOutline[]) =>
  pathNodesOf(messages).map(
    ({ id, parent, children, onPath }) =>
      `${onPath ? "" : "-"}${id}<${parent ?? ""}>${children.join()}`,
  );

describe("the order of an exported conversation", () => {
  it.each<[string, MessageOutline[], string[]]>([
    ["no messages", [], []],
    ["a question without an answer", [question("q")], ["q<>"]],
    ["a question with its answer", [question("q"), answer("a", "q")], ["q<>a", "a<q>"]],
    [
      "the newest answer of the last question",
      [question("q"), answer("a", "q"), answer("b", "q")],
      ["q<>a,b", "-a<q>", "b<q>"],
    ],
    [
      "the answer that the next question follows",
      [question("q"), answer("a", "q"), answer("b", "q"), question("r", "a")],
      ["q<>b,a", "-b<q>", "a<q>r", "r<a>"],
    ],
    [
      "the newest answer where the next question follows none, or one of another question",
      [
        question("q"),
        answer("a", "q"),
        answer("b", "q"),
        question("r", "x"),
        answer("c", "r"),
        question("s"),
      ],
      ["q<>a,b", "-a<q>", "b<q>r", "r<b>c", "c<r>s", "s<c>"],
    ],
    [
      "what was written about its answers, below them",
      [question("q"), answer("a", "q"), about("c", "q"), answer("b", "q"), question("r", "a")],
      ["q<>c,b,a", "-b<q>", "a<q>r", "-c<q>", "r<a>"],
    ],
    [
      "a question after one without an answer",
      [question("q"), question("r"), answer("a", "r")],
      ["q<>r", "r<q>a", "a<r>"],
    ],
    [
      "an answer that came after the next question",
      [question("q"), question("r"), answer("b", "r"), answer("a", "q")],
      ["q<>a", "a<q>r", "r<a>b", "b<r>"],
    ],
    ["nothing for an answer without its question", [answer("a", "q"), question("r")], ["r<>"]],
  ])("puts in %s", (_, messages, expected) => {
    expect(shape(messages)).toEqual(expected);
  });
});

describe("the name of an exported file", () => {
  const now = Date.UTC(2026, 10, 22, 1, 45);
  it.each([
    [null, "chats-2026-11-22.json"],
    ["Where is Rome?", "where-is-rome-2026-11-22.json"],
    ["../../etc/passwd", "etc-passwd-2026-11-22.json"],
    ["???", "chats-2026-11-22.json"],
    ["Où est Ñandú 東京?", "où-est-ñandú-東京-2026-11-22.json"],
    ["x".repeat(41), `${"x".repeat(40)}-2026-11-22.json`],
    [`${"x".repeat(39)}นำ`, `${"x".repeat(39)}-2026-11-22.json`],
    [`${"x".repeat(39)} y`, `${"x".repeat(39)}-2026-11-22.json`],
  ])("for the title %j is %s", (title, name) => {
    expect(fileNameFor(title, "json", now)).toBe(name);
  });
});

describe("the time that an export still takes", () => {
  it.each([
    [0, 100, 60_000, null],
    [1, 100, 1_999, null],
    [50, 100, 2_000, "A few seconds left"],
    [20, 100, 1_000 * 1.2, null],
    [10, 100, 2_000, "About 20 seconds left"],
    [40, 100, 3_000, "About 5 seconds left"],
    [100, 100, 60_000, "A few seconds left"],
    [120, 100, 60_000, "A few seconds left"],
    [50, 109, 50_000, "About 60 seconds left"],
    [50, 110, 50_000, "About a minute left"],
    [50, 111, 50_000, "About 2 minutes left"],
    [1, 601, 2_000, "About 20 minutes left"],
  ])("%i of %i messages after %i ms: %s", (done, total, elapsedMs, words) => {
    expect(timeLeft({ done, total, elapsedMs })).toBe(words);
  });

  it("counts one and many", () => {
    expect([0, 1, 2, 12_000].map((count) => counted(count, "chat"))).toEqual([
      "0 chats",
      "1 chat",
      "2 chats",
      "12,000 chats",
    ]);
  });
});

describe("an export that loses its connection", () => {
  it("tries each read again, after 1, 2, 4, 8 and then every 15 seconds, and goes on where it was [export.goes-on]", async () => {
    let failures = 6;
    const read = vi.fn<() => Promise<string>>(async () => {
      if (failures === 0) return "rows";
      failures -= 1;
      throw new TypeError("Failed to fetch");
    });
    const waits: (number | string | null)[] = [];
    const reader = patientReader(
      async (milliseconds) => void waits.push(milliseconds),
      (awaited) => void waits.push(awaited),
    );
    expect(await reader(read)).toBe("rows");
    expect(waits.filter((wait) => typeof wait === "number")).toEqual([
      1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
    ]);
    expect(waits.at(0)).toBe("connection");
    expect(waits.at(-1)).toBeNull();
    expect(read).toHaveBeenCalledTimes(7);
  });

  it.each<[unknown, ReturnType<typeof passesWith>]>([
    [{ name: "AuthRetryableFetchError", status: 0 }, "connection"],
    [{ name: "AuthApiError", status: 503, code: "unexpected_failure" }, "server"],
    [{ name: "PostgrestError", code: "57014" }, "server"],
    [{ name: "PostgrestError", code: "PGRST303" }, "server"],
    [{ name: "PostgrestError", code: undefined }, "server"],
    [{ name: "PostgrestError", code: 429 }, "server"],
    [{ name: "PostgrestError", code: 404 }, null],
    [{ name: "PostgrestError", code: "42501" }, null],
    [{ name: "PostgrestError", code: "PT400" }, null],
    [new NoSessionError(), null],
  ])("waits after %j for: %s", (error, awaited) => {
    expect(passesWith(error)).toBe(awaited);
  });

  it("ends with what cannot pass, and when it is cancelled while it waits", async () => {
    const cancelled = patientReader(
      () => Promise.reject(new Error("cancelled")),
      () => {},
    );
    const refused = new NoSessionError();
    await expect(cancelled(() => Promise.reject(refused))).rejects.toBe(refused);
    const lost = () => Promise.reject(new TypeError("Failed to fetch"));
    await expect(cancelled(lost)).rejects.toThrow("cancelled");
  });
});
