import {
  BlobReader,
  BlobWriter,
  configure,
  TextReader,
  ZipWriter,
  type ZipWriterAddDataOptions,
} from "@zip.js/zip.js";
import { expect, it, vi } from "vitest";
import { type JsonFile, openFiles } from "#features/import/archive.ts";
import { faultOf } from "#features/import/packed-data.ts";

configure({ useWebWorkers: false });

type Contents = Record<string, string | Blob>;

async function zipOf(contents: Contents, options: ZipWriterAddDataOptions = {}): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter());
  for (const [name, content] of Object.entries(contents)) {
    const reader = typeof content === "string" ? new TextReader(content) : new BlobReader(content);
    await writer.add(name, reader, options);
  }
  return await writer.close();
}

/** The same ZIP, whose directory says of each file that it has so many bytes. */
async function claiming(size: number, zip: Blob): Promise<Blob> {
  const bytes = await zip.arrayBuffer();
  const view = new DataView(bytes);
  for (let at = 0; at + 46 <= bytes.byteLength; at += 1)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
  return new Blob([bytes]);
}

const open = (content: Blob, name = "export.zip") => openFiles([new File([content], name)]);

/** The text of a file, and what ended it too early. */
async function read(file: JsonFile | undefined): Promise<{ text: string; fault?: string }> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    const reader = (await file?.bytes(() => undefined))?.getReader();
    if (reader === undefined) throw new Error("There is no such file.");
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += decoder.decode(part.value, { stream: true });
  } catch (error) {
    return { text, fault: faultOf(error) };
  }
  return { text };
}

const namesOf = (files: readonly JsonFile[]) => files.map(({ name }) => name);
const problemsOf = ({ problems }: Awaited<ReturnType<typeof openFiles>>) =>
  problems.map(({ file, problem }) => `${file}: ${problem}`);

/** Text that deflates badly, as a real one does. */
const text = (length: number) =>
  Array.from({ length: length / 8 }, (_, at) =>
    Math.abs(Math.sin(at + 1))
      .toString(36)
      .slice(2, 10),
  ).join("");

it.each([
  ["deflated", {}],
  ["as they are", { level: 0 }],
  ["with their sizes behind them", { dataDescriptor: true }],
  ["in a ZIP64", { zip64: true }],
  ["in a ZIP64 with their sizes behind them", { zip64: true, dataDescriptor: true }],
])(
  "JSON files in a ZIP %s are read whole, any number of times [import.files]",
  async (_, options) => {
    const content = `["${text(300_000)}"]`;
    const zip = await zipOf({ "conversations-000.json": content, "more/b.JSON": "[]" }, options);
    const { files, problems, attachments } = await open(zip);
    expect(namesOf(files)).toEqual(["export.zip/conversations-000.json", "export.zip/more/b.JSON"]);
    expect(problems).toEqual([]);
    expect(attachments).toEqual({});
    expect(await read(files[0])).toEqual({ text: content });
    expect(await read(files[0])).toEqual({ text: content });
    expect(await read(files[1])).toEqual({ text: "[]" });
  },
);

it("reading a file reports all its bytes in the ZIP", async () => {
  const { files } = await open(await zipOf({ "a.json": `["${text(300_000)}"]` }));
  const [file] = files;
  const parts: number[] = [];
  await new Response(await file?.bytes((bytes) => parts.push(bytes))).text();
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(file?.size);
});

it("attachments are counted by kind, without the files that packing software adds [import.files]", async () => {
  const zip = await zipOf({
    "conversations.json": "[]",
    "dalle/a.PNG": "a",
    "dalle/b.webp": "b",
    "audio/c.wav": "c",
    "d.mp4": "d",
    "file-e.pdf": "e",
    "file-f": "f",
    "chat.html": "<p>",
    "__MACOSX/._conversations.json": "x",
    "._g.json": "x",
    ".DS_Store": "x",
  });
  const { files, attachments, problems } = await open(zip);
  expect(namesOf(files)).toEqual(["export.zip/conversations.json"]);
  expect(attachments).toEqual({ picture: 2, "voice message": 1, video: 1, file: 2 });
  expect(problems).toEqual([]);
});

it.each([{ level: 0 }, { level: 6 }])(
  "a ZIP in a ZIP is read, packed at level $level [import.files]",
  async ({ level }) => {
    const inner = await zipOf({ "conversations.json": '["inner"]', "a.png": "a" });
    const zip = await zipOf({ "inner.zip": inner, "b.json": "[]", "b.png": "b" }, { level });
    const opened = await open(zip);
    expect(namesOf(opened.files)).toEqual([
      "export.zip/inner.zip/conversations.json",
      "export.zip/b.json",
    ]);
    expect(await read(opened.files[0])).toEqual({ text: '["inner"]' });
    expect(opened.attachments).toEqual({ picture: 2 });
    expect(opened.problems).toEqual([]);
  },
);

it("ZIPs within ZIPs are opened three deep, and deeper ones are named [import.files]", async () => {
  let zip = await zipOf({ "1.json": "[]" });
  for (const depth of [2, 3, 4]) zip = await zipOf({ "z.zip": zip, [`${depth}.json`]: "[]" });
  const opened = await open(zip);
  expect(namesOf(opened.files)).toEqual([
    "export.zip/z.zip/z.zip/2.json",
    "export.zip/z.zip/3.json",
    "export.zip/4.json",
  ]);
  expect(problemsOf(opened)).toEqual([
    "export.zip/z.zip/z.zip/z.zip: It is nested in too many ZIPs, so it was not read.",
  ]);
});

it("the type of a file is recognized by its bytes, not by its name [import.files]", async () => {
  const zip = await zipOf({ "a.json": "[1]" });
  const { files, problems } = await openFiles([
    new File([zip], "conversations.json"),
    new File([" \n{}"], "export.zip"),
    new File(["\u{feff}[]"], "with a mark"),
    new File([new Uint8Array([0xff, 0xfe, 0x5b, 0, 0x5d, 0])], "UTF-16"),
    new File(["GIF89a"], "picture.json"),
    new File([], "empty.json"),
  ]);
  expect(namesOf(files)).toEqual([
    "conversations.json/a.json",
    "export.zip",
    "with a mark",
    "UTF-16",
  ]);
  expect(await read(files[0])).toEqual({ text: "[1]" });
  expect(problems).toEqual([
    {
      file: "picture.json",
      title: null,
      problem:
        "It is neither a ZIP nor a JSON file. Choose the ZIP of an export, or the JSON files that were in it.",
    },
    { file: "empty.json", title: null, problem: "The file is empty." },
  ]);
});

it("paths out of the ZIP, very long names and markup in names do nothing [import.files]", async () => {
  const long = `${"a".repeat(5000)}.json`;
  const zip = await zipOf({ "../../etc/<b>.json": "[1]", "/root.json": "[2]", [long]: "[3]" });
  const { files, problems } = await open(zip);
  expect(namesOf(files).slice(0, 2)).toEqual([
    "export.zip/../../etc/<b>.json",
    "export.zip//root.json",
  ]);
  expect(files[2]?.name).toMatch(/^…a{194}\.json$/);
  expect(await read(files[2])).toEqual({ text: "[3]" });
  expect(problems).toEqual([]);
});

it("a ZIP with a password is named once, and its unlocked files are read [import.damaged-zip]", async () => {
  const writer = new ZipWriter(new BlobWriter());
  await writer.add("a.json", new TextReader("[1]"), { password: "secret" });
  await writer.add("b.json", new TextReader("[2]"), { password: "secret", zipCrypto: true });
  await writer.add("c.json", new TextReader("[3]"));
  const opened = await open(await writer.close());
  expect(namesOf(opened.files)).toEqual(["export.zip/c.json"]);
  expect(problemsOf(opened)).toEqual([
    "export.zip: It is locked with a password. Unpack it, and choose the files that were in it.",
  ]);
});

it("a bomb is named at once, and not unpacked [import.bomb]", async () => {
  const opened = await open(await claiming(4_000_000_000, await zipOf({ "a.json": "[]" })));
  expect(opened.files).toEqual([]);
  expect(problemsOf(opened)).toEqual([
    "export.zip/a.json: It would be too large unpacked, so it was not read.",
  ]);
});

it("100 MB of zeros in a ZIP in a ZIP are named, and not unpacked [import.bomb]", async () => {
  const eight = new Uint8Array(8 * 1024 * 1024);
  const inner = await zipOf({ "a.json": new Blob(Array.from({ length: 12 }, () => eight)) });
  expect(inner.size).toBeLessThan(200_000);
  for (const level of [0, 9]) {
    const opened = await open(await zipOf({ "inner.zip": inner }, { level }));
    expect(opened.files).toEqual([]);
    expect(problemsOf(opened)).toEqual([
      "export.zip/inner.zip/a.json: It would be too large unpacked, so it was not read.",
    ]);
  }
});

it("of files that are too large together, those beyond the limit are named [import.bomb]", async () => {
  const names = ["a.json", "b.json", "c.json", "d.json", "e.zip"];
  const zip = await zipOf(Object.fromEntries(names.map((name) => [name, "[]"])));
  const opened = await open(await claiming(30 * 1024 * 1024, zip));
  expect(namesOf(opened.files)).toEqual(["export.zip/a.json", "export.zip/b.json"]);
  expect(opened.problems.map(({ file }) => file)).toEqual([
    "export.zip/c.json",
    "export.zip/d.json",
    "export.zip/e.zip",
  ]);
});

it("6 GB of JSON in files of 5 GB are no bomb [import.bomb]", async () => {
  const beside = Object.defineProperty(new File(["[]"], "a.json"), "size", { value: 5e9 });
  const zip = await claiming(3e9, await zipOf({ "b.json": "[]", "c.json": "[]" }));
  expect((await openFiles([beside, new File([zip], "export.zip")])).problems).toEqual([]);
});

it("unpacking a bomb stops at the size that it declares [import.bomb]", async () => {
  const zeros = new Blob([new Uint8Array(8 * 1024 * 1024)]);
  const { files } = await open(await claiming(1000, await zipOf({ "a.json": zeros })));
  const { text: all, fault } = await read(files[0]);
  expect(all.length).toBeLessThanOrEqual(1000);
  expect(fault).toBe("It holds more than its ZIP says, so it was not read any further.");
});

it("unpacking a ZIP within a ZIP stops at the size that it declares", async () => {
  const inner = await zipOf({
    "a.json": "[]",
    "b.bin": new Blob([new Uint8Array(8 * 1024 * 1024)]),
  });
  const opened = await open(await claiming(1000, await zipOf({ "inner.zip": inner })));
  expect(problemsOf(opened)).toEqual([
    "export.zip/inner.zip: It holds more than its ZIP says, so it was not read any further.",
  ]);
});

it("a ZIP that contains itself is read to an end", async () => {
  const inner = await zipOf({ "a.zip": new Blob(["PK\x03\x04 and nothing behind it"]) });
  const opened = await open(await zipOf({ "inner.zip": inner }, { level: 0 }));
  expect(opened.files).toEqual([]);
  expect(problemsOf(opened)).toEqual([
    "export.zip/inner.zip/a.zip: This ZIP is damaged or incomplete. Only a part of it could be read.",
  ]);
});

it.each([
  ["deflated", {}],
  ["as they are", { level: 0 }],
  ["with their sizes behind them", { dataDescriptor: true }],
  ["in a ZIP64 with their sizes behind them", { zip64: true, dataDescriptor: true }],
])(
  "a truncated ZIP with its files %s is read as far as it goes, and the rest is named [import.damaged-zip]",
  async (_, options) => {
    const first = `["${text(200_000)}"]`;
    const second = `["${text(400_000)}"]`;
    const zip = await zipOf({ "a.json": first, "b.png": "b", "c.json": second }, options);
    const opened = await open(zip.slice(0, zip.size * 0.7));
    expect(namesOf(opened.files)).toEqual(["export.zip/a.json", "export.zip/c.json"]);
    expect(problemsOf(opened)).toEqual([
      "export.zip: This ZIP is damaged or incomplete. Only a part of it could be read.",
    ]);
    expect(opened.attachments).toEqual({ picture: 1 });
    expect(await read(opened.files[0])).toEqual({ text: first });
    const { text: part, fault } = await read(opened.files[1]);
    expect(part.length).toBeGreaterThan(100_000);
    expect(second.startsWith(part)).toBe(true);
    expect(fault).toBe("It is damaged, or ends too early. Only a part of it could be read.");
  },
);

it("in a ZIP with one damaged file the others are read whole, and that one as far as it goes [import.damaged-zip]", async () => {
  const content = `["${text(400_000)}"]`;
  const zip = await zipOf({ "a.json": content, "b.json": "[2]" });
  const bytes = new Uint8Array(await zip.arrayBuffer());
  bytes.fill(0xff, 100_000, 100_100);
  const { files, problems } = await open(new Blob([bytes]));
  expect(problems).toEqual([]);
  expect(await read(files[1])).toEqual({ text: "[2]" });
  const { fault } = await read(files[0]);
  expect(fault).toMatch(/damaged|more than/);
});

it("a file with a wrong checksum is read, and named [import.damaged-zip]", async () => {
  const zip = await zipOf({ "a.json": '["hello"]' }, { level: 0 });
  const bytes = new Uint8Array(await zip.arrayBuffer());
  const at = new TextDecoder("latin1").decode(bytes).indexOf("hello");
  bytes[at] = 0x6a;
  const { files } = await open(new Blob([bytes]));
  expect(await read(files[0])).toEqual({
    text: '["jello"]',
    fault: "Its checksum is wrong, so some of what it holds may be damaged.",
  });
});

it("a file that cannot be read any more is named, and the others are opened [import.damaged-zip]", async () => {
  const moved = new File(["[]"], "moved.json");
  moved.slice = () => {
    throw new DOMException("It is gone.", "NotReadableError");
  };
  const opened = await openFiles([moved, new File(["[]"], "b.json")]);
  expect(namesOf(opened.files)).toEqual(["b.json"]);
  expect(problemsOf(opened)).toEqual([
    "moved.json: It was changed or moved after it was chosen. Choose it again.",
  ]);
});

it("thousands of small files in a ZIP take few reads", async () => {
  const names = Array.from({ length: 500 }, (_, at) => `${at}.json`);
  const zip = await zipOf(Object.fromEntries(names.map((name) => [name, `["${name}"]`])));
  const slices = vi.spyOn(Blob.prototype, "slice");
  const { files } = await open(zip);
  const texts: string[] = [];
  for (const file of files) texts.push((await read(file)).text);
  expect(texts).toEqual(names.map((name) => `["${name}"]`));
  expect(slices.mock.calls.length).toBeLessThan(50);
  slices.mockRestore();
});
