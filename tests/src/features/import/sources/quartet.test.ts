import { describe, expect, it } from "vitest";
import { exportChats } from "#features/chat/export/export-chats.ts";
import { type ExportedMessage, jsonFormat } from "#features/chat/export/format-rules.ts";
import { jsonElements } from "#features/import/json-elements.ts";
import { readQuartet } from "#features/import/sources/quartet.ts";
import { chatsIn } from "../../../../support/chat-readings.ts";
import { chat } from "../../../../support/chat-rows.ts";
import { exported, historySource, memoryFile } from "../../chat/export/exported-history.ts";

/** The elements of an export. */
async function exportedElements(history: Parameters<typeof historySource>[0]) {
  const file = memoryFile();
  await exportChats({
    source: historySource(history).source,
    write: file.write,
    format: jsonFormat,
  });
  const elements: unknown[] = [];
  for await (const element of jsonElements(new Blob([file.text()]).stream())) {
    elements.push("value" in element ? element.value : element);
  }
  return elements;
}
const messagesRead = async (
  messages: readonly ExportedMessage[],
  parts: Parameters<typeof chat>[0] = {},
) => {
  const [element] = await exportedElements([[chat(parts), messages]]);
  return chatsIn(readQuartet(element))[0];
};
const answered = (id: string, second: number, parts: Partial<ExportedMessage> = {}) =>
  exported(id, second, { reply_to: "q1", ...parts });
const at = (second: number) => `2026-11-21T00:00:0${second}.000000Z`;

describe("a chat of our own export", () => {
  it("has its id, title, time and model, and each message with its id and time [import.own-export]", async () => {
    const parts = {
      id: "c1",
      title: "Where is Rome?",
      model: "grok" as const,
      created_at: "2026-11-20T23:59:59.000001+00:00",
    };
    expect(
      await messagesRead(
        [exported("q1", 0), answered("a1", 1, { model: "claude-4", provider_model: "claude-x" })],
        parts,
      ),
    ).toEqual({
      source: "quartet",
      key: "c1",
      title: "Where is Rome?",
      createdAt: "2026-11-20T23:59:59.000001Z",
      model: "grok",
      messages: [
        { key: "q1", role: "user", content: "Content of q1", createdAt: at(0) },
        {
          key: "a1",
          role: "assistant",
          content: "Content of a1",
          createdAt: at(1),
          replyTo: "q1",
          model: "claude-4",
          providerModel: "claude-x",
        },
      ],
      leftOut: {},
      isBranch: false,
      notes: [],
    });
  });

  it("has no title where it had none [import.own-export]", async () => {
    expect((await messagesRead([exported("q1", 0)], { title: null }))?.title).toBeNull();
  });

  it("restores the order of its times to the microsecond, which the tree does not have [import.own-export]", async () => {
    const times = Array.from(
      { length: 1000 },
      (_, index) => `2026-11-21T08:04:19.${String(index * 997).padStart(6, "0")}+00:00`,
    );
    const messages = times.map((created_at, index) =>
      index === 0 ? exported("q1", 0, { created_at }) : answered(`a${index}`, 0, { created_at }),
    );
    const found = await messagesRead(messages);
    expect(found?.messages.map(({ createdAt }) => createdAt)).toEqual(
      times.map((time) => time.replace("+00:00", "Z")),
    );
    expect(found?.messages.map(({ key }) => key)).toEqual(messages.map(({ id }) => id));
  });

  it.each<[string, ExportedMessage[], string | null, string[]]>([
    ["none of one reply", [exported("q1", 0), answered("a1", 1)], null, []],
    [
      "none where it is the newest",
      [
        exported("q1", 0),
        answered("a1", 1),
        answered("a2", 2),
        exported("q2", 3, { follows: "a2" }),
      ],
      null,
      [],
    ],
    [
      "the one that was gone on from",
      [
        exported("q1", 0),
        answered("a1", 1),
        answered("a2", 2),
        exported("q2", 3, { follows: "a1" }),
      ],
      null,
      ["a1"],
    ],
    [
      "the one that was chosen of the last question's",
      [exported("q1", 0), answered("a1", 1), answered("a2", 2)],
      "a1",
      ["a1"],
    ],
    [
      "the only one before the next question",
      [
        exported("q1", 0),
        answered("a1", 1),
        exported("q2", 2, { follows: "a1" }),
        answered("a2", 3),
      ],
      null,
      ["a1"],
    ],
  ])("says of its replies which was chosen: %s", async (_, messages, chosen_answer, expected) => {
    const found = await messagesRead(messages, { chosen_answer });
    expect(found?.messages.flatMap(({ key, chosen }) => (chosen ? [key] : []))).toEqual(expected);
  });

  it("says which replies were stopped, and when [import.own-export]", async () => {
    const stopped_at = "2026-11-21T00:00:02.5+00:00";
    const found = await messagesRead([
      exported("q1", 0),
      answered("a1", 1, { stopped_at }),
      answered("a2", 3),
    ]);
    expect(found?.messages.map(({ stoppedAt }) => stoppedAt)).toEqual([
      undefined,
      "2026-11-21T00:00:02.500000Z",
      undefined,
    ]);
  });

  it("takes a reply's own time as that of its stop, where an older export has none", async () => {
    const [element] = await exportedElements([
      [chat(), [exported("q1", 0), answered("a1", 1, { stopped_at: "2026-11-21T00:00:02Z" })]],
    ]);
    const older = JSON.parse(
      JSON.stringify(element).replace(/,?"stopped_at":[\d.]+/, ""),
    ) as unknown;
    expect(chatsIn(readQuartet(older))[0]?.messages[1]?.stoppedAt).toBe(at(1));
  });

  it("has what models wrote about replies, and the instructions that each reply was given [import.own-export]", async () => {
    const found = await messagesRead([
      exported("q1", 0),
      answered("a1", 1, { instructions_id: "v1" }),
      answered("a2", 2, { instructions_id: "v2" }),
      answered("b1", 3, { compares: ["a1", "a2"], model: "claude-4" }),
      answered("a3", 4, { instructions_id: "v1" }),
    ]);
    const told = found?.messages.map(({ key, compares, replyTo, instructions }) => [
      key,
      compares,
      replyTo,
      instructions,
    ]);
    expect(told).toEqual([
      ["q1", undefined, undefined, undefined],
      ["a1", undefined, "q1", "Text of v1"],
      ["a2", undefined, "q1", "Text of v2"],
      ["b1", ["a1", "a2"], "q1", undefined],
      ["a3", undefined, "q1", "Text of v1"],
    ]);
  });

  it("that was imported keeps the name that its model had there", async () => {
    const found = await messagesRead([
      exported("q1", 0),
      answered("a1", 1, { model: null, provider_model: "gpt-4o" }),
    ]);
    expect(found?.messages[1]).toMatchObject({ providerModel: "gpt-4o" });
    expect(found?.messages[1]).not.toHaveProperty("model");
  });

  it("is recognized alone, of an older export, and among others in a file", async () => {
    const [one, two] = await exportedElements([
      [chat({ id: "c1" }), [exported("q1", 0)]],
      [chat({ id: "c2" }), [exported("q2", 0)]],
    ]);
    const { source: _, ...older } = one as { source: string };
    expect(chatsIn(readQuartet(older))[0]?.key).toBe("c1");
    expect(chatsIn(readQuartet(two))[0]?.key).toBe("c2");
  });

  it("is none where it has no message", async () => {
    const [element] = await exportedElements([[chat({ title: "Empty" }), []]]);
    expect(readQuartet(element)).toEqual({ chats: [] });
  });

  it.each([
    null,
    1,
    "x",
    [],
    {},
    { mapping: {} },
    { source: "quartet" },
    { mapping: {}, default_model_slug: "gpt-4o" },
    { mapping: [], source: "quartet" },
  ])("is not %j", (value) => {
    expect(readQuartet(value)).toBeNull();
  });
});
