import { expect, it } from "vitest";
import { IMPORT_LIMIT, importChatsRequest, importedChat, lookAtImportsRequest } from "#contract";
import { chatIndex } from "#features/import/chat-index.ts";
import type { FoundChat } from "#features/import/found-chat.ts";
import { importBodies, lookBodies } from "#features/import/import-bodies.ts";
import type { ChosenRow } from "#features/import/worker-messages.ts";
import { tidyChat } from "../../../../supabase/functions/import_chats/import-rules.ts";
import { foundChat } from "../../../support/found-chats.ts";

const IMPORT_ID = "0193e2a0-0000-7000-8000-000000000000";

/** Of files with these chats: their rows, and a way to read them again. */
function indexOf(files: readonly (readonly FoundChat[])[]) {
  const index = chatIndex();
  files.forEach((chats, file) => {
    chats.forEach((chat, nth) => index.add(chat, { file, nth }));
  });
  const reads: number[] = [];
  async function* read(file: number) {
    reads.push(file);
    yield* files[file] ?? [];
  }
  return { index, read, reads };
}

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const jsonIn = (body: ArrayBuffer): unknown => JSON.parse(new TextDecoder().decode(body));

/** What is sent of the chosen rows, or of all, checked as the server checks it. */
async function sent(files: readonly (readonly FoundChat[])[], chosen?: readonly ChosenRow[]) {
  const { index, read } = indexOf(files);
  const rows = chosen ?? index.rows().map(({ row }) => ({ row }));
  const bodies = await allOf(importBodies(IMPORT_ID, rows, index, read));
  const requests = bodies.map(({ body }) => {
    expect(body.byteLength).toBeLessThanOrEqual(IMPORT_LIMIT);
    const { chats, ...request } = importChatsRequest.parse(jsonIn(body));
    return { ...request, chats: chats.map((chat) => importedChat.parse(chat)) };
  });
  const pieces = bodies.flatMap(({ chats }) => chats);
  return { requests, pieces, chats: requests.flatMap(({ chats }) => chats) };
}

const keysIn = (chats: readonly { messages: readonly { key: string }[] }[]) =>
  chats.map(({ messages }) => messages.map(({ key }) => key));

it("a chat is sent with its messages, under the id of the import, as it was found", async () => {
  const chat = foundChat("a", ["q", "r"], { createdAt: "2024-01-02T00:00:00Z", model: "grok" });
  const { requests, pieces } = await sent([[chat]]);
  const { key, title, createdAt, model, messages } = chat;
  expect(requests).toEqual([
    { importId: IMPORT_ID, source: "chatgpt", chats: [{ key, title, createdAt, model, messages }] },
  ]);
  expect(pieces).toEqual([{ row: 0, messages: 2, isWhole: true }]);
});

it("only chosen chats are sent, in the order of the files, deleted ones marked to come again", async () => {
  const chats = ["a", "b", "c", "d"].map((key) => foundChat(key, ["q"]));
  const { chats: all } = await sent([chats], [{ row: 3, again: true }, { row: 1 }]);
  expect(all.map(({ key, again }) => [key, again])).toEqual([
    ["b", undefined],
    ["d", true],
  ]);
});

it("nothing is sent where nothing is chosen, and no file is read", async () => {
  const { index, read, reads } = indexOf([[foundChat("a", ["q"])]]);
  expect(await allOf(importBodies(IMPORT_ID, [], index, read))).toEqual([]);
  expect(reads).toEqual([]);
});

it("files are read only when a body is asked for, and only those with chosen chats [import.bodies]", async () => {
  const { index, read, reads } = indexOf([
    [foundChat("a", ["q"])],
    [foundChat("b", ["q"])],
    [foundChat("c", ["q"])],
  ]);
  const bodies = importBodies(IMPORT_ID, [{ row: 0 }, { row: 2 }], index, read);
  expect(reads).toEqual([]);
  await bodies.next();
  expect(reads).toEqual([0, 2]);
});

it("each product's chats are sent separately", async () => {
  const { requests } = await sent([
    [foundChat("a", ["q"]), foundChat("b", ["q"], { source: "claude" }), foundChat("c", ["q"])],
  ]);
  expect(requests.map(({ source, chats }) => [source, chats.length])).toEqual([
    ["chatgpt", 1],
    ["claude", 1],
    ["chatgpt", 1],
  ]);
});

const message = (key: string, content: string) => ({ key, role: "user" as const, content });

it("a chat that fits into a body is not divided, and as many as fit are sent together [import.bodies]", async () => {
  const half = Array.from({ length: 6 }, (_, at) => message(`q${at}`, "x".repeat(150_000)));
  const { requests, pieces } = await sent([["a", "b", "c"].map((key) => foundChat(key, half))]);
  expect(requests.map(({ chats }) => chats.map(({ key }) => key))).toEqual([["a", "b"], ["c"]]);
  expect(pieces.every(({ isWhole }) => isWhole)).toBe(true);
});

it("a chat larger than a body is sent in pieces, each naming the message before it [import.bodies]", async () => {
  const long = Array.from({ length: 40 }, (_, at) => message(`q${at}`, "x".repeat(150_000)));
  const { requests, pieces, chats } = await sent([
    [foundChat("a", ["q"]), foundChat("b", long), foundChat("c", ["q"])],
  ]);
  const pieceOf = chats.filter(({ key }) => key === "b");
  expect(pieceOf.length).toBeGreaterThan(2);
  expect(keysIn(pieceOf).flat()).toEqual(long.map(({ key }) => key));
  expect(pieceOf.map(({ after }) => after)).toEqual([
    undefined,
    ...pieceOf.slice(0, -1).map(({ messages }) => messages.at(-1)?.key),
  ]);
  expect(pieces.filter(({ row }) => row === 1).map(({ isWhole }) => isWhole)).toEqual(
    pieceOf.map((_, at) => at === pieceOf.length - 1),
  );
  // The last piece and what comes next are together.
  expect(requests.at(-1)?.chats.map(({ key }) => key)).toEqual(["b", "c"]);
});

it("a body has at most a thousand messages [import.bodies]", async () => {
  const keys = (count: number) => Array.from({ length: count }, (_, at) => `q${at}`);
  const { requests } = await sent([
    [foundChat("a", keys(600)), foundChat("b", keys(400)), foundChat("c", keys(1001))],
  ]);
  expect(requests.map(({ chats }) => chats.map(({ messages }) => messages.length))).toEqual([
    [600, 400],
    [1000],
    [1],
  ]);
});

it("a body fits by its bytes, whatever the characters are", async () => {
  const texts = ["é", "漢", "\u{1f600}", "\u0001", "\ud800", '"', "\\"].map((character, at) =>
    message(`q${at}`, character.repeat(190_000)),
  );
  const { chats } = await sent([[foundChat("a", texts)]]);
  expect(keysIn(chats).flat()).toEqual(texts.map(({ key }) => key));
});

it("of a message over 200,000 bytes just enough is sent for the server to cut it and say so", async () => {
  const texts = [
    message("q0", "x".repeat(200_000)),
    message("q1", "x".repeat(200_001)),
    message("q2", "漢".repeat(10_000_000)),
    message("q3", `${"\0".repeat(300_000)}x`),
    message("q4", `x${"\u{1f600}".repeat(1_000_000)}`),
  ];
  const { chats } = await sent([[foundChat("a", texts)]]);
  const whole = tidyChat({ key: "a", messages: texts });
  const tidy = chats.map((chat) => tidyChat(chat));
  expect(tidy.flatMap(({ messages }) => messages.map(({ content }) => content))).toEqual(
    whole.messages.map(({ content }) => content),
  );
  expect(tidy.flatMap(({ notes }) => notes)).toEqual(["3 messages were cut after 200 kB."]);
  expect(whole.notes).toEqual(["3 messages were cut after 200 kB."]);
});

it("a title, a model and instructions of megabytes do not fill a body", async () => {
  const huge = "x".repeat(3_000_000);
  const { requests } = await sent([
    [
      foundChat(
        "a",
        [{ ...message("r", "Hi"), role: "assistant", providerModel: huge, instructions: huge }],
        { title: huge, model: huge },
      ),
    ],
  ]);
  expect(requests).toHaveLength(1);
});

it("a chat in two files is sent once: the longer version, then what only the other has [import.found]", async () => {
  const { chats, pieces } = await sent([
    [foundChat("a", ["q", "r"]), foundChat("b", ["q"])],
    [foundChat("a", ["q", "q2", "r2", "q2"])],
  ]);
  expect(chats.map(({ key, after }) => [key, after])).toEqual([
    ["b", undefined],
    ["a", undefined],
    ["a", "r2"],
  ]);
  expect(keysIn(chats)).toEqual([["q"], ["q", "q2", "r2"], ["r"]]);
  expect(pieces).toEqual([
    { row: 1, messages: 1, isWhole: true },
    { row: 0, messages: 3, isWhole: false },
    { row: 0, messages: 1, isWhole: true },
  ]);
});

it("of files that have changed what is found again is sent, and then the reading fails [import.page-goes-on]", async () => {
  const [a, b] = [foundChat("a", ["q", "r"]), foundChat("b", ["q"])];
  const files = [[a, b], [foundChat("a", ["q2"])], [foundChat("c", ["q"])]];
  const { index, read } = indexOf(files);
  files[0] = [];
  const rows = index.rows().map(({ row }) => ({ row }));
  const bodies = importBodies(IMPORT_ID, rows, index, read);
  // Of the chat whose beginning is lost nothing is sent.
  expect((await bodies.next()).value?.chats).toEqual([{ row: 2, messages: 1, isWhole: true }]);
  await expect(bodies.next()).rejects.toThrow("found again");
});

it("the server is asked for all rows and all their messages, one product after the other", async () => {
  const { index } = indexOf([
    [foundChat("a", ["q", "r"]), foundChat("b", ["q"], { source: "claude" })],
    [foundChat("c", ["q"]), foundChat("a", ["q", "q2"])],
  ]);
  const looks = await allOf(lookBodies(index));
  expect(looks.map(({ rows }) => rows)).toEqual([[0, 2], [1]]);
  expect(looks.map(({ body }) => lookAtImportsRequest.parse(jsonIn(body)))).toEqual([
    {
      source: "chatgpt",
      look: [
        { key: "a", messages: ["q", "r", "q2"] },
        { key: "c", messages: ["q"] },
      ],
    },
    { source: "claude", look: [{ key: "b", messages: ["q"] }] },
  ]);
});

it("a look fits into bodies, even for a chat whose keys need several", async () => {
  const keys = Array.from({ length: 30_000 }, (_, at) => `q${String(at).padStart(190, "é")}`);
  const { index } = indexOf([[foundChat("a", keys), foundChat("b", ["q"])]]);
  const looks = await allOf(lookBodies(index));
  for (const { body } of looks) expect(body.byteLength).toBeLessThanOrEqual(IMPORT_LIMIT);
  const asked = looks.flatMap(({ body, rows }) => {
    const { look } = lookAtImportsRequest.parse(jsonIn(body));
    return look.map(({ messages }, at) => ({ row: rows[at], messages }));
  });
  expect(asked.filter(({ row }) => row === 0).flatMap(({ messages }) => messages)).toEqual(keys);
  expect(asked.at(-1)).toEqual({ row: 1, messages: ["q"] });
});

it("where nothing was found, nothing is asked", async () => {
  expect(await allOf(lookBodies(chatIndex()))).toEqual([]);
});
