import { BlobWriter, configure, TextReader, ZipWriter } from "@zip.js/zip.js";
import { expect, it } from "vitest";
import { chatFiles } from "#features/import/chat-files.ts";
import type { ChosenRow, Found } from "#features/import/worker-messages.ts";
import { chatGptChat } from "../../../support/chatgpt-export.ts";
import { CLAUDE_ROOT, claudeChat, claudeMessage } from "../../../support/claude-export.ts";

configure({ useWebWorkers: false });

/** A chat of ChatGPT with so many questions, each with a reply. */
function ofTurns(key: string, turns: number) {
  const ids = Array.from({ length: turns }, (_, at) => [`${key}-q${at}`, `${key}-r${at}`]).flat();
  const nodes = ids.map((id, at) => {
    const role = at % 2 === 0 ? "user" : "assistant";
    return [id, ids[at - 1] ?? null, { role, content: `The text of ${id}`, time: at + 1 }] as const;
  });
  return chatGptChat(nodes, { conversation_id: key, title: `The chat ${key}` });
}

const ofClaude = (uuid: string) =>
  claudeChat([claudeMessage(`${uuid}-q`, CLAUDE_ROOT, "human", "Hello")], {
    uuid,
    name: `The chat ${uuid}`,
  });

const fileOf = (name: string, content: unknown) =>
  new File([typeof content === "string" ? content : JSON.stringify(content)], name);

async function zipOf(contents: Record<string, unknown>): Promise<File> {
  const writer = new ZipWriter(new BlobWriter());
  for (const [name, content] of Object.entries(contents))
    await writer.add(name, new TextReader(await fileOf(name, content).text()));
  return new File([await writer.close()], "export.zip");
}

async function open(...files: File[]) {
  const found: Found[] = [];
  const chats = chatFiles((some) => found.push(some));
  const all = await chats.open(files);
  const rows = [
    ...new Map(found.flatMap((some) => some.rows).map((row) => [row.row, row])).values(),
  ];
  const problems = found.flatMap((some) => some.problems);
  return { chats, all, found, rows, problems };
}

type Sent = { key: string; after?: string; messages: { key: string }[] };
async function sent(
  chats: ReturnType<typeof chatFiles>,
  chosen: readonly ChosenRow[],
): Promise<Sent[]> {
  chats.read("an id", chosen);
  const all: Sent[] = [];
  for (let batch = await chats.nextBatch(); batch !== null; batch = await chats.nextBatch())
    all.push(...(JSON.parse(new TextDecoder().decode(batch.body)) as { chats: Sent[] }).chats);
  return all;
}

it("chats of every product are found in all files of a ZIP, and other files are skipped [import.files]", async () => {
  const { rows, problems, all } = await open(
    await zipOf({
      "user.json": { id: "u", email: "ann@example.com" },
      "conversations-000.json": [ofTurns("a", 1), null, {}, 7, ofClaude("c")],
      "conversations-001.json": [ofTurns("b", 2)],
    }),
  );
  expect(rows.map(({ source, key, title, messages }) => [source, key, title, messages])).toEqual([
    ["chatgpt", "a", "The chat a", 2],
    ["claude", "c", "The chat c", 1],
    ["chatgpt", "b", "The chat b", 4],
  ]);
  expect(problems).toEqual([]);
  expect(all).toEqual({ attachments: {}, emptyChats: 0, moreProblems: 0 });
});

it("a chat in two shards is one row, and its longer version is sent once [import.found]", async () => {
  const { chats, rows } = await open(
    await zipOf({ "1.json": [ofTurns("a", 1)], "2.json": [ofTurns("a", 3)] }),
  );
  expect(rows).toMatchObject([{ row: 0, key: "a", messages: 6 }]);
  const all = await sent(chats, [{ row: 0 }]);
  expect(all).toMatchObject([{ key: "a" }]);
  expect(all[0]?.messages).toHaveLength(6);
});

it("two chats of one id in one file are one row, with the messages of both [import.found]", async () => {
  const other = JSON.parse(JSON.stringify(ofTurns("b", 1)).replaceAll('"b"', '"a"')) as object;
  const { chats, rows } = await open(fileOf("a.json", [ofTurns("a", 2), other, ofTurns("a", 1)]));
  expect(rows).toMatchObject([{ row: 0, key: "a", title: "The chat a", messages: 6 }]);
  const keys = (await sent(chats, [{ row: 0 }])).flatMap(({ messages }) => messages);
  expect(keys.map(({ key }) => key)).toEqual(["a-q0", "a-r0", "a-q1", "a-r1", "b-q0", "b-r0"]);
});

it("in truncated files the whole chats are found, and the rest is named", async () => {
  const two = JSON.stringify([ofTurns("a", 1), ofTurns("b", 1)]);
  const cut = two.slice(0, two.length - 300);
  const { rows, problems, chats } = await open(fileOf("conversations.json", cut));
  expect(rows.map(({ key }) => key)).toEqual(["a"]);
  expect(problems).toMatchObject([
    {
      file: "conversations.json",
      title: "The chat b",
      problem: "The file ends in the middle of it.",
    },
    { file: "conversations.json" },
  ]);
  expect(await sent(chats, [{ row: 0 }])).toMatchObject([{ key: "a" }]);
});

it("in a truncated ZIP the whole chats are found and can be sent, and the rest is named [import.damaged-zip]", async () => {
  const chats = Array.from({ length: 200 }, (_, at) => ofTurns(`c${at}`, 40));
  const zip = await zipOf({ "a.json": [ofTurns("first", 1)], "b.json": chats });
  const opened = await open(new File([zip.slice(0, zip.size * 0.7)], "export.zip"));
  const keys = opened.rows.map(({ key }) => key);
  expect(keys.slice(0, 2)).toEqual(["first", "c0"]);
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.length).toBeLessThan(201);
  expect(opened.problems.map(({ file, problem }) => `${file}: ${problem}`)).toEqual([
    "export.zip: This ZIP is damaged or incomplete. Only a part of it could be read.",
    "export.zip/b.json: The file ends in the middle of it.",
    "export.zip/b.json: It is damaged, or ends too early. Only a part of it could be read.",
  ]);
  expect(opened.problems[1]?.title).toBe(`The chat c${keys.length - 1}`);
  const all = await sent(opened.chats, opened.rows);
  expect(all.map(({ key }) => key)).toEqual(keys);
});

it("a chosen file without a chat is named [import.damaged-zip]", async () => {
  const { problems } = await open(
    fileOf("a.json", { hello: 1 }),
    fileOf("b.json", [ofClaude("c")]),
  );
  expect(problems).toEqual([
    {
      file: "a.json",
      title: null,
      problem:
        "It contains no chats that can be read here. Choose the ZIP of an export, or the file in it that has the chats, such as conversations.json.",
    },
  ]);
});

it("Claude's other files are no chats: a chosen one is named, and projects in a ZIP are counted [import.source]", async () => {
  const contents = {
    "projects.json": [
      { uuid: "p", name: "Garden", prompt_template: "Be nice.", is_starter_project: false },
      { uuid: "s", name: "How to use", prompt_template: "", is_starter_project: true },
    ],
    "users.json": [{ uuid: "u", full_name: "Ann", email_address: "ann@example.com" }],
    "memories.json": [{ conversations_memory: "Ann gardens.", account_uuid: "u" }],
  };
  const loose = await open(...Object.entries(contents).map(([name, it]) => fileOf(name, it)));
  expect(loose.problems.map(({ file, problem }) => `${file}: ${problem}`)).toEqual([
    "projects.json: It has no chats: projects are not imported.",
    "users.json: It has no chats: your profile is not imported.",
    "memories.json: It has no chats: memories are not imported.",
  ]);
  expect(loose.all.attachments).toEqual({});
  const zip = await open(await zipOf({ ...contents, "conversations.json": [ofClaude("c")] }));
  expect(zip.problems).toEqual([]);
  expect(zip.all.attachments).toEqual({ project: 1 });
});

it("a file without a chat is named with the reason [import.damaged-zip]", async () => {
  const activity = [{ header: "Gemini Apps", title: "Prompted Where is Rome?" }];
  const { problems } = await open(
    fileOf("empty.json", ""),
    await zipOf({}),
    await zipOf({ "Takeout/My Activity/Gemini Apps/MyActivity.html": "<html></html>" }),
    fileOf("MyActivity.json", activity),
    await zipOf({ "settings.json": { theme: "dark" } }),
  );
  expect(problems.map(({ file, problem }) => `${file}: ${problem.slice(0, 60)}`)).toEqual([
    "empty.json: The file is empty.",
    "export.zip: This ZIP is empty.",
    "export.zip: Exports by Google's Takeout, also of Gemini, cannot be impor",
    "MyActivity.json: Exports by Google's Takeout, also of Gemini, cannot be impor",
    "export.zip: It contains no chats that can be read here. Choose the ZIP o",
  ]);
});

it("pictures that are in two of the chosen files are counted once [import.files]", async () => {
  const zip = await zipOf({ "a.json": [ofTurns("a", 1)], "1.png": "one", "2.png": "two" });
  expect((await open(zip, new File([zip], "again.zip"))).all.attachments).toEqual({ picture: 2 });
});

it("a title of several lines becomes one, and an unreadable chat with an empty title has none [import.found]", async () => {
  const { rows, problems } = await open(
    fileOf("a.json", [
      { ...ofClaude("a"), name: "Soup\r\nfor\n\ntwo " },
      { ...ofClaude("b"), name: "\n" },
      { ...ofClaude("c"), name: "Bread\nfor two", chat_messages: null },
      { ...ofClaude("d"), name: "", chat_messages: null },
    ]),
  );
  expect(rows.map(({ title }) => title)).toEqual(["Soup for two", "Hello"]);
  expect(problems.map(({ title }) => title)).toEqual(["Bread for two", null]);
});

it("progress is reported to the end, with 200 rows at most at a time", async () => {
  const many = Array.from({ length: 1000 }, (_, at) => ofTurns(`c${at}`, 1));
  const { found, rows } = await open(await zipOf({ "a.json": many }));
  expect(rows).toHaveLength(1000);
  expect(Math.max(...found.map((some) => some.rows.length))).toBeLessThanOrEqual(200);
  const read = found.map(({ readBytes }) => readBytes);
  expect(read).toEqual(read.toSorted((a, b) => a - b));
  expect(found.at(-1)?.readBytes).toBe(found.at(-1)?.ofBytes);
});

it("very many empty or broken chats are reported by little more than their number [import.found]", async () => {
  const none = JSON.stringify({ ...ofTurns("a", 0), mapping: {} });
  const empty = await open(fileOf("a.json", `[${Array(100_000).fill(none).join()}]`));
  expect(empty.rows).toEqual([]);
  expect(empty.problems).toEqual([]);
  expect(empty.all.emptyChats).toBe(100_000);
  const broken = await open(
    fileOf("a.json", `[${Array(20_000).fill('{"mapping":{"a"}}').join()}]`),
  );
  expect(broken.problems).toHaveLength(500);
  expect(broken.all.moreProblems).toBe(19_500);
});

it("a file that changes after it was chosen sends nothing under a wrong chat, and ends the import [import.page-goes-on]", async () => {
  const file = fileOf("a.json", [ofTurns("a", 1)]);
  const { chats } = await open(file);
  file.stream = () => {
    throw new DOMException("It has changed.", "NotReadableError");
  };
  chats.read("an id", [{ row: 0 }]);
  await expect(chats.nextBatch()).rejects.toThrow("found again");
});

it("the server is asked about what was found, and once", async () => {
  const { chats } = await open(fileOf("a.json", [ofTurns("a", 1), ofClaude("c")]));
  const rows = [];
  for (let look = await chats.nextLook(); look !== null; look = await chats.nextLook())
    rows.push(look.rows);
  expect(rows).toEqual([[0], [1]]);
});
