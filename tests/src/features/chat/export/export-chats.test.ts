import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { exportChats } from "#features/chat/export/export-chats.ts";
import {
  type ExportedMessage,
  type ExportFormat,
  jsonFormat,
  textFormat,
} from "#features/chat/export/format-rules.ts";
import { chat } from "../../../../support/chat-rows.ts";
import { exported, historySource, memoryFile } from "./exported-history.ts";
import {
  type ImportedConversation,
  importLikeLibreChat,
  importLikeOpenWebUI,
} from "./importers.ts";

const rome = chat({ id: "c1", title: "Where is Rome?", last_message_at: "2026-11-21T00:00:03Z" });
const empty = chat({ id: "c2", title: null });
const talk = [
  exported("q1", 0, { content: "Where is Rome?" }),
  exported("a1", 1, { reply_to: "q1", content: 'In Italy.\n\t"quoted" \\ \u2028 🙂' }),
  exported("a2", 2, { reply_to: "q1", content: "In Georgia.", model: "claude-4" }),
  exported("q2", 3, { follows: "a1", content: "Since when?" }),
];

const both: Parameters<typeof historySource>[0] = [
  [rome, talk],
  [empty, []],
];

async function written(
  history: Parameters<typeof historySource>[0],
  format: ExportFormat = jsonFormat,
  instructions: string | null = null,
) {
  const { source, reads } = historySource(history, instructions);
  const { write, pieces, text } = memoryFile();
  const progress: number[] = [];
  const result = await exportChats({ source, write, format, onProgress: (n) => progress.push(n) });
  return { file: text(), result, reads, pieces, progress };
}

const conversations = (file: string) => JSON.parse(file) as ImportedConversation[];
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const lastLine = (file: string) => file.trimEnd().split("\n").at(-1) ?? "";

/** A reply that was stopped, and another one to the same question. */
const cutShort = [
  exported("q1", 0),
  exported("a1", 1, { reply_to: "q1", content: "In It", stopped_at: "2026-11-21T00:00:02Z" }),
  exported("a2", 2, { reply_to: "q1" }),
];

describe("an export as JSON", () => {
  it("has the shape of ChatGPT's own: the tree of all answers, and the chosen one on the path [export.json]", async () => {
    const { file } = await written([[rome, talk]]);
    const [conversation] = conversations(file);
    expect(conversation?.title).toBe("Where is Rome?");
    expect(conversation?.create_time).toBe(Date.parse("2026-11-21T08:00:00Z") / 1000);
    expect(conversation?.current_node).toBe("q2");
    const tree = Object.values(conversation?.mapping ?? {}).map(({ id, parent, children }) => [
      id,
      parent,
      children,
    ]);
    expect(tree).toEqual([
      ["client-created-root", null, ["q1"]],
      ["q1", "client-created-root", ["a2", "a1"]],
      ["a2", "q1", []],
      ["a1", "q1", ["q2"]],
      ["q2", "a1", []],
    ]);
    expect(conversation?.mapping["a1"]?.message).toMatchObject({
      author: { role: "assistant" },
      content: { content_type: "text", parts: ['In Italy.\n\t"quoted" \\ \u2028 🙂'] },
      metadata: { model_slug: "grok" },
      create_time: Date.parse("2026-11-21T00:00:01Z") / 1000,
    });
  });

  it("is what LibreChat imports: every message with its parent, its model and its text as stored", async () => {
    const { file } = await written(both);
    const [first, second] = importLikeLibreChat(file);
    expect(first?.title).toBe("Where is Rome?");
    expect(first?.messages.map(({ id, parent, model }) => [id, parent, model])).toEqual([
      ["q1", null, undefined],
      ["a2", "q1", "claude-4"],
      ["a1", "q1", "grok"],
      ["q2", "a1", undefined],
    ]);
    expect(first?.messages.map(({ text }) => text)).toEqual(
      [0, 2, 1, 3].map((index) => talk[index]?.content),
    );
    expect(second).toMatchObject({ title: "New conversation", messages: [] });
  });

  it("is what Open WebUI imports: it ends at the newest message of the path, whatever came late", async () => {
    const late = [
      exported("q1", 0),
      exported("q2", 1),
      exported("a2", 2, { reply_to: "q2" }),
      exported("a1", 3, { reply_to: "q1" }),
    ];
    const { file } = await written([...both, [chat({ id: "c3" }), late]]);
    const imported = importLikeOpenWebUI(file);
    expect(imported.map(({ title, currentId, texts }) => [title, currentId, texts.length])).toEqual(
      [
        ["Where is Rome?", "q2", 4],
        ["New conversation", "a2", 4],
      ],
    );
  });

  it("gives a reply that the person stopped the status of one in ChatGPT's exports [export.json]", async () => {
    const { file } = await written([[rome, cutShort]]);
    const [conversation] = JSON.parse(file) as {
      mapping: Record<string, { message: { status: string; end_turn: boolean } | null }>;
    }[];
    const states = ["q1", "a1", "a2"].map((id) => conversation?.mapping[id]?.message);
    expect(states).toMatchObject([
      { status: "finished_successfully", end_turn: true },
      { status: "finished_partial_completion", end_turn: false },
      { status: "finished_successfully", end_turn: true },
    ]);
  });

  it("says of each chat whose it is, and of a stopped reply when that was, to the microsecond [export.json]", async () => {
    const stopped = { reply_to: "q1", stopped_at: "2026-11-21T08:00:05.123457+00:00" };
    const { file } = await written([
      [rome, [exported("q1", 0), exported("a1", 1, stopped)]],
      [empty, []],
    ]);
    const chats = JSON.parse(file) as {
      source: string;
      mapping: Record<string, { message: { metadata: { stopped_at: number } } }>;
    }[];
    expect(chats.map(({ source }) => source)).toEqual(["quartet", "quartet"]);
    const at = chats[0]?.mapping["a1"]?.message.metadata.stopped_at ?? 0;
    expect(Math.round(at * 1_000_000) % 1_000_000).toBe(123_457);
  });

  it("names the model of an imported reply as its provider does [export.json]", async () => {
    const foreign = { reply_to: "q1", model: null, provider_model: "gpt-4o" };
    const { file } = await written([[rome, [exported("q1", 0), exported("a1", 1, foreign)]]]);
    const [conversation] = JSON.parse(file) as {
      mapping: Record<string, { message: { metadata: object } | null }>;
    }[];
    expect(conversation?.mapping["a1"]?.message?.metadata).toEqual({ provider_model: "gpt-4o" });
  });

  it("is an empty array for a person without chats", async () => {
    const { file, result } = await written([]);
    expect(JSON.parse(file)).toEqual([]);
    expect(result).toMatchObject({ chats: 0, messages: 0 });
  });
});

describe("an export as text", () => {
  it("has each chat with its title, and each message with who wrote it and when [export.text]", async () => {
    const { file } = await written(both, textFormat);
    expect(file).toContain("\nWhere is Rome?\n4 messages, from 2026-11-21 08:00:00 UTC\n");
    expect(file).toContain("You, 2026-11-21 00:00:00 UTC:\n\nWhere is Rome?\n\n---");
    expect(file).toContain(
      'Grok, 2026-11-21 00:00:01 UTC:\n\nIn Italy.\n\t"quoted" \\ \u2028 🙂\n\n---',
    );
    expect(file).toContain("Claude 4 (another reply), 2026-11-21 00:00:02 UTC:\n\nIn Georgia.\n\n");
    expect(file).toContain("\nNew conversation\n0 messages, from ");
  });

  it("names the model of an imported reply, and says so [export.text] [import.page-model]", async () => {
    const foreign = { reply_to: "q1", model: null, provider_model: "gpt-4o" };
    const { file } = await written(
      [[rome, [exported("q1", 0), exported("a1", 1, foreign)]]],
      textFormat,
    );
    expect(file).toContain("gpt-4o, imported, 2026-11-21 00:00:01 UTC:\n\n");
  });

  it("says which replies the person stopped [export.text]", async () => {
    const { file } = await written([[rome, cutShort]], textFormat);
    expect(file).toContain("Grok (another reply, stopped), 2026-11-21 00:00:01 UTC:\n\nIn It\n\n");
    expect(file).toContain("Grok, 2026-11-21 00:00:02 UTC:");
    expect(file.match(/stopped/g)).toHaveLength(1);
  });
});

/** Replies that were given two versions of a person's instructions. */
const instructed = [
  exported("q1", 0),
  exported("a1", 1, { reply_to: "q1", instructions_id: "v1" }),
  exported("a2", 2, { reply_to: "q1", instructions_id: "v2" }),
  exported("a3", 3, { reply_to: "q1", instructions_id: "v1" }),
];

describe("instructions for all models in an export", () => {
  it("stand before all chats as text, and each version with the first reply that was given it [export.instructions]", async () => {
    const { file } = await written([[rome, instructed]], textFormat, "Text of v3");
    const places = ["Text of v3", "Where is Rome?", "Text of v1", "of a1", "Text of v2", "of a2"];
    const found = places.map((place) => file.indexOf(place));
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(found).not.toContain(-1);
    expect(file.match(/Text of v\d/g)).toHaveLength(3);
    expect((await written([[rome, talk]], textFormat)).file).not.toContain("nstructions");
  });

  it("are in the JSON that other products import: each text once at its first reply, its id at every reply [export.instructions]", async () => {
    const { file } = await written([[rome, instructed]], jsonFormat, "Text of v3");
    const [conversation] = JSON.parse(file) as {
      mapping: Record<string, { message: { metadata: object } | null }>;
      export: object;
    }[];
    const metadata = ["q1", "a1", "a2", "a3"].map(
      (id) => conversation?.mapping[id]?.message?.metadata,
    );
    expect(metadata).toEqual([
      {},
      { model_slug: "grok", instructions_id: "v1", instructions: "Text of v1" },
      { model_slug: "grok", instructions_id: "v2", instructions: "Text of v2" },
      { model_slug: "grok", instructions_id: "v1" },
    ]);
    expect(conversation?.export).toMatchObject({ instructions: "Text of v3", messages: 4 });
    expect(importLikeOpenWebUI(file)).toHaveLength(1);
  });

  it("stand in each chat of JSON, which may be taken alone, and once in a text [export.instructions]", async () => {
    const history: typeof both = [
      [rome, instructed],
      [chat({ id: "c3" }), instructed],
    ];
    const count = async (format: ExportFormat) => {
      const { file } = await written(history, format);
      return file.match(/Text of v1/g)?.length;
    };
    expect([await count(jsonFormat), await count(textFormat)]).toEqual([2, 1]);
  });
});

describe.each([
  ["JSON", jsonFormat],
  ["text", textFormat],
] as const)("an export as %s", (_, format) => {
  it("ends with a line that counts chats and messages and has the checksum of all lines before it [export.checksum]", async () => {
    const { file, result } = await written(both, format);
    const line = lastLine(file);
    const before = file.slice(0, file.lastIndexOf(line));
    expect(result).toEqual({ chats: 2, messages: 4, checksum: sha256(before) });
    expect(line).toContain(sha256(before));
    expect(line).toMatch(
      format === jsonFormat ? /"chats":2,"messages":4,/ : /2 chats, 4 messages\./,
    );
    expect(before.endsWith("\n")).toBe(true);
  });

  it("reads a chat of fewer than two million characters once, and the rest of a longer one in pieces [export.memory]", async () => {
    const short = Array.from({ length: 120 }, (_, index) => exported(`m${index}`, index));
    const { reads, progress } = await written([[rome, short]], format);
    expect(reads).toEqual(["chats", "messages", "messages", "messages"]);
    expect(progress).toEqual(short.map((_, index) => index + 1));

    // Four bytes each, so that a piece may end in the middle of one.
    const content = "🙂".repeat(15_000);
    const long: ExportedMessage[] = Array.from({ length: 230 }, (_, index) =>
      exported(`m${index}`, index, { content }),
    );
    const { file, reads: longReads, pieces } = await written([[rome, long]], format);
    const [chats, ...rest] = longReads.toSorted();
    expect(chats).toBe("chats");
    expect(rest).toEqual([...Array(5).fill("messages"), ...Array(3).fill("messagesOf")]);
    expect(file.split(content)).toHaveLength(231);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100_000);
  });
});

it("an export lists each chat once, over many pages, also one that is read twice", async () => {
  const many = Array.from({ length: 120 }, (_, index) => [chat({ id: `c${index}` }), []] as const);
  const { result } = await written([...many, many[3] ?? [rome, []]]);
  expect(result.chats).toBe(120);
});

it("an export has the chats that move up while the pages of chats are read, first, as the newest [export.checksum]", async () => {
  const history = Array.from(
    { length: 120 },
    (_, index) => [chat({ id: `c${index}`, title: `${index}` }), []] as const,
  );
  const { source } = historySource(history);
  const chats: typeof source.chats = async (last) => {
    const page = await source.chats(last);
    // Something is said in the last two, one after the first page and one after the second.
    if (history[0]?.[0].title !== "118") history.unshift(...history.splice(-1));
    return page;
  };
  const { write, text } = memoryFile();
  await exportChats({ source: { ...source, chats }, write, format: jsonFormat });
  const titles = conversations(text()).map(({ title }) => title);
  expect(titles).toEqual(history.map(([{ title }]) => title));
});

it("an export has the chats that move up behind more than a page of empty ones [export.checksum]", async () => {
  const at = "2026-11-21T00:00:03Z";
  const filled = (id: string) => [chat({ id, title: id, last_message_at: at }), talk] as const;
  const history = [
    ...Array.from({ length: 60 }, (_, index) => [chat({ id: `e${index}` }), []] as const),
    ...Array.from({ length: 60 }, (_, index) => filled(`c${index}`)),
  ];
  const { source } = historySource(history);
  const chats: typeof source.chats = async (last) => {
    const page = await source.chats(last);
    // Something is said in the last one after the second page.
    if (last?.id === "e49") history.splice(60, 0, ...history.splice(-1));
    return page;
  };
  const { write } = memoryFile();
  const result = await exportChats({ source: { ...source, chats }, write, format: jsonFormat });
  expect(result.chats).toBe(120);
});

it("an export leaves out what was deleted since the chats were read, and does not count it [export.checksum]", async () => {
  const gone = chat({ id: "c3", title: "Gone", last_message_at: "2026-11-21T00:00:04Z" });
  const { result, file } = await written([[gone, []], ...both]);
  expect(conversations(file).map(({ title }) => title)).toEqual([
    "Where is Rome?",
    expect.any(String),
  ]);
  expect(result.chats).toBe(2);
  await expect(written([[gone, []]])).rejects.toThrow("deleted");
});

it("an export ends in an error when a chat is deleted while its messages are read", async () => {
  const content = "x".repeat(30_000);
  const long = Array.from({ length: 230 }, (_, index) => exported(`m${index}`, index, { content }));
  const { source } = historySource([[rome, long]]);
  const { write } = memoryFile();
  const gone = { ...source, messagesOf: async () => [] };
  await expect(exportChats({ source: gone, write, format: jsonFormat })).rejects.toThrow("deleted");
});
