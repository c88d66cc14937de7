import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type JsonElement, jsonElements } from "#features/import/json-elements.ts";

/** Reads a file that comes in pieces of so many bytes. */
async function elementsOf(file: string | Uint8Array, size = 64 * 1024): Promise<JsonElement[]> {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return allOf(pieces());
}

async function allOf(pieces: AsyncIterable<Uint8Array>): Promise<JsonElement[]> {
  const all: JsonElement[] = [];
  for await (const element of jsonElements(pieces)) all.push(element);
  return all;
}

const values = (...all: unknown[]) => all.map((value) => ({ value }));
const CUT = "The file ends in the middle of it.";
const NOT_WHOLE = { note: "The end of the file is missing." };

describe("the elements of a JSON file", () => {
  const tricky = [
    { title: 'A "quoted" \\ title]}', text: "\\\\", list: [[], {}, [{ a: "[" }]] },
    { "": "\u0000\u001f,🙂€é" },
    null,
    "text, with ] a comma",
    -1.5e3,
    true,
    [],
    [1, [2]],
  ];
  it.each([1, 2, 3, 5, 7, 64, 100_000])(
    "are those of its array, in pieces of %d bytes [import.elements]",
    async (size) => {
      expect(await elementsOf(JSON.stringify(tricky), size)).toEqual(values(...tricky));
      expect(await elementsOf(`\n${JSON.stringify(tricky, null, 2)}\n`, size)).toEqual(
        values(...tricky),
      );
    },
  );

  it("are those of the lists of chats in its object, whatever stands around them [import.elements]", async () => {
    for (const name of ["history", "conversations", "chats"]) {
      const file = {
        version: 4,
        folders: [{ chats: [1] }],
        [name]: [{ id: 1 }, null],
        prompts: [{}],
      };
      expect(await elementsOf(JSON.stringify(file), 3)).toEqual(values({ id: 1 }, null));
      expect(await elementsOf(JSON.stringify(file, null, 2))).toEqual(values({ id: 1 }, null));
    }
    const two = '{"chats":[1],"x":{"history":[9]},"conversations" : [2]}';
    expect(await elementsOf(two, 1)).toEqual(values(1, 2));
    expect(await elementsOf('{"history":[]}')).toEqual([]);
  });

  it("is its object, where that holds no list of chats [import.elements]", async () => {
    const chat = { title: "history", messages: [{ history: [1] }], history: { messages: {} } };
    expect(await elementsOf(JSON.stringify(chat), 2)).toEqual(values(chat));
    expect(await elementsOf('{"a":1}\n{"a":2}\n')).toEqual(values({ a: 1 }, { a: 2 }));
  });

  it.each(["", " \n", "[]", "{", "no JSON, at all", "\ufeff"])("are none in %j", async (file) => {
    expect((await elementsOf(file)).filter((element) => "value" in element)).toEqual([]);
  });

  it("are read from a stream, which is cancelled when nobody reads on", async () => {
    let isCancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('[{"a":1},')),
      cancel: () => void (isCancelled = true),
    });
    for await (const element of jsonElements(stream)) {
      expect(element).toEqual({ value: { a: 1 } });
      break;
    }
    expect(isCancelled).toBe(true);
  });
});

describe("the encoding of a JSON file", () => {
  const text = JSON.stringify([{ title: "Où est 東京? 🙂" }]);
  const utf16 = (order: "le" | "be") => {
    const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
    return order === "le" ? bytes : bytes.swap16();
  };
  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte-order mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16, little end first", utf16("le")],
    ["UTF-16, big end first", utf16("be")],
  ])(
    "may be %s, also where a piece ends within a character [import.elements]",
    async (_, bytes) => {
      for (const size of [1, 2, 3, 5, 1000]) {
        expect(await elementsOf(new Uint8Array(bytes), size)).toEqual(values(...JSON.parse(text)));
      }
    },
  );

  it("may have bytes that are no characters: they are replaced", async () => {
    const bytes = Buffer.concat([
      Buffer.from('["a'),
      Buffer.from([0xff, 0xe2, 0x82]),
      Buffer.from('b"]'),
    ]);
    expect(await elementsOf(new Uint8Array(bytes), 1)).toEqual(values("a\ufffd\ufffdb"));
  });

  it("keeps lone surrogates and NUL that are written as escapes", async () => {
    expect(await elementsOf('["\\ud800x","\\u0000"]')).toEqual(values("\ud800x", "\0"));
  });
});

describe("a damaged JSON file", () => {
  const chat = (title: string) => JSON.stringify({ title, messages: [{ title: "inner" }] });

  it.each([
    ["a word that is none", '{"title":"Broken","x":tru}'],
    ["quotes within a text", '{"title":"Broken","x":"He said "hi""}'],
    ["a line break within a text", '{"title":"Broken","x":"a\nb"}'],
    ["a list that does not end", '{"title":"Broken","x":[1}'],
    ["an object that does not end", '{"title":"Broken","x":{"y":1}'],
    ["a text that does not end", '{"title":"Broken","x":"y}'],
    ["one bracket too many", '{"title":"Broken","x":1}}'],
    ["a list too many", '{"title":"Broken","x":[]]}'],
  ])(
    "names the chat with %s, and has the ones before and after it [import.damaged]",
    async (_, broken) => {
      for (const size of [1, 1000]) {
        const found = await elementsOf(`[${chat("A")},${broken},${chat("B")},${chat("C")}]`, size);
        const titles = found.flatMap((it) =>
          "value" in it ? [(it.value as { title: string }).title] : [],
        );
        expect(titles).toEqual(["A", "B", "C"]);
        const problems = found.flatMap((it) => ("problem" in it ? [it.title] : []));
        expect(problems).toEqual(["Broken"]);
      }
    },
  );

  it("that is cut off at any place yields its whole elements, and names the rest [import.damaged]", async () => {
    const file = `[${chat("A")},${chat("B")}]`;
    const second = file.indexOf(chat("B"));
    for (let end = 1; end < file.length; end += 1) {
      const found = await elementsOf(file.slice(0, end));
      const whole = [chat("A"), chat("B")].filter((one) => file.indexOf(one) + one.length <= end);
      const isBetween = [1, second - 1, second, file.length - 1].includes(end);
      expect(found).toEqual([
        ...values(...whole.map((one) => JSON.parse(one) as unknown)),
        ...(isBetween
          ? []
          : [
              {
                problem: CUT,
                title: end >= second + 12 ? "B" : end < second && end >= 13 ? "A" : null,
              },
            ]),
        NOT_WHOLE,
      ]);
    }
  });

  it("that is cut off within an escape yields its whole elements, and names the rest [import.damaged]", async () => {
    const file = `[${chat("A")},{"title":"Caf\\u00e9 \\ud83d\\ude42","x":"\\\\`;
    for (let end = file.indexOf("Caf"); end <= file.length; end += 1) {
      expect(await elementsOf(file.slice(0, end), 1)).toEqual([
        ...values(JSON.parse(chat("A"))),
        { problem: CUT, title: end > file.indexOf('","x"') ? "Café 🙂" : null },
        NOT_WHOLE,
      ]);
    }
  });

  it("that is one chat, cut off, is named [import.damaged]", async () => {
    expect(await elementsOf('{"conversationId":"1","title":"Rome","messages":[{"te')).toEqual([
      { problem: CUT, title: "Rome" },
      NOT_WHOLE,
    ]);
  });

  it("names an element over 64 MB by its title, does not keep it, and goes on [import.elements]", async () => {
    const piece = new TextEncoder().encode("x".repeat(1024 * 1024));
    async function* pieces() {
      for (const [at, field] of ["title", "text"].entries()) {
        yield new TextEncoder().encode(`${at === 0 ? "[" : ","}{"a":1},{"${field}":"Ro`);
        yield new TextEncoder().encode('me","x":"');
        for (let count = 0; count < 65; count += 1) yield piece;
        yield new TextEncoder().encode('"},{"a":2}');
      }
      yield new TextEncoder().encode("]");
    }
    const problem = "It is larger than 64 MB.";
    expect(await allOf(pieces())).toEqual([
      { value: { a: 1 } },
      { problem, title: "Rome" },
      { value: { a: 2 } },
      { value: { a: 1 } },
      { problem, title: null },
      { value: { a: 2 } },
    ]);
  });

  it("never ends in an error, whatever byte of it is changed [import.any-file]", async () => {
    const file = new TextEncoder().encode(
      `{"version":4,"history":[${chat("A")},${chat("B")}],"x":[]}`,
    );
    for (let at = 0; at < file.length; at += 1) {
      for (const byte of '"\\[]{},:\0\xff0') {
        const changed = file.slice();
        changed[at] = byte.charCodeAt(0);
        await expect(elementsOf(changed, 7)).resolves.toBeDefined();
      }
    }
  });
});

describe("a hostile JSON file", () => {
  it("may nest 100,000 deep [import.any-file]", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const found = await elementsOf(
      `[${deep},{"a":${'{"a":'.repeat(100_000)}1${"}".repeat(100_001)},7]`,
    );
    expect(found).toHaveLength(3);
    expect(found[2]).toEqual({ value: 7 });
  });

  it.each([
    ["opens a million lists and more", "[".repeat(3_000_000)],
    ["closes a million that were not open", `[{${"]".repeat(3_000_000)}`],
    ["begins a thousand chats in each other", `[${',{"a":'.repeat(300_000)}`],
    ["has a million backslashes", `["${"\\".repeat(3_000_001)}`],
    ["opens and closes in disorder", `[${"[{]}".repeat(500_000)}`],
  ])("that %s is soon read [import.any-file]", async (_, file) => {
    const start = performance.now();
    await elementsOf(file);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it("may have a million empty chats [import.any-file]", async () => {
    const found = await elementsOf(`[${"{},".repeat(999_999)}{}]`);
    expect(found).toHaveLength(1_000_000);
  });

  it("with `__proto__` as a key changes nothing else [import.any-file]", async () => {
    const [found] = await elementsOf('[{"__proto__":{"isAdmin":true}}]');
    expect(found).toHaveProperty("value");
    expect({}).not.toHaveProperty("isAdmin");
  });
});

describe("the checksum of an own export", () => {
  const lines = '[\n{"source":"quartet","title":"A","mapping":{\n"r":{}\n';
  const last = (sum: string) => `},"export":{"chats":1,"sha256_of_all_lines_above":"${sum}"}}]\n`;
  const sum = createHash("sha256").update(lines).digest("hex");
  const notes = async (file: string, size: number) =>
    (await elementsOf(file, size)).flatMap((it) => ("note" in it ? [it.note] : []));

  it.each([1, 3, 50, 1000])(
    "is compared, in pieces of %d bytes, and what is there is read [import.checksum]",
    async (size) => {
      expect(await notes(lines + last(sum), size)).toEqual([]);
      const changed = lines.replace("A", "B") + last(sum);
      expect(await notes(changed, size)).toEqual([
        "The file was changed after its export: its checksum is wrong.",
      ]);
      expect(await elementsOf(changed, size)).toMatchObject([{ value: { title: "B" } }, {}]);
    },
  );

  it("is missed where it is not there, and not in the exports of others [import.checksum]", async () => {
    const missing = ["The file was changed after its export: its checksum is missing."];
    expect(await notes(`${lines}}}]\n`, 1000)).toEqual(missing);
    expect(await notes('[\n{"title":"A","mapping":{}}]\n', 1000)).toEqual([]);
    expect(await notes(lines, 1000)).toEqual([NOT_WHOLE.note]);
  });
});
