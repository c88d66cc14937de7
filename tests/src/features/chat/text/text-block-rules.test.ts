import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  breakable,
  fencedCode,
  looksLikeCode,
  tableOf,
  textBlocks,
} from "#features/chat/text/text-block-rules.ts";

const kinds = (content: string) => textBlocks(content).map(({ kind }) => kind);
const pieces = fc.constantFrom(
  "- item",
  "  x = 1;",
  "word ",
  "\n",
  "\n\n",
  "{ }",
  "\t",
  "שלום",
  "1. ",
  "```",
  "~~~~",
  "| a |",
  "|-",
  "# ",
  "> ",
  "---\n",
  "$$\n",
);
const messages = fc.array(pieces).map((parts) => parts.join(""));

describe("the blocks of a message", () => {
  it("are the message, character by character [conversation.plain-text]", () => {
    fc.assert(
      fc.property(fc.oneof(messages, fc.string({ unit: "grapheme" })), (content) => {
        for (const isReply of [false, true]) {
          const blocks = textBlocks(content, { isReply });
          expect(blocks.map((block) => block.content).join("")).toBe(content);
          expect(blocks.every(({ at, content: own }) => content.startsWith(own, at))).toBe(true);
        }
      }),
    );
  });

  it("keep where they begin while the text grows", () => {
    const short = textBlocks("One\n\n- two");
    const long = textBlocks("One\n\n- two and more\nThree");
    expect(long.slice(0, 2)).toStrictEqual(short.slice(0, 2));
    expect(long.map(({ at }) => at)).toStrictEqual([0, 4, 5, 20]);
  });

  it("are lines for quoted code in an own message [conversation.plain-text]", () => {
    expect(kinds("> a = f(x);\n> b = g(y);\n>   c();")).toStrictEqual(["lines"]);
  });

  it("are paragraphs with gaps between them [conversation.paragraphs]", () => {
    expect(kinds("One\nstill one\n\n \nTwo")).toStrictEqual(["lines", "gap", "lines"]);
  });

  it.each(["- one", "* one", "• one", "– one", "1. one", "12) one", "  - one"])(
    "are items for a line like %j [conversation.lists]",
    (line) => {
      const [block] = textBlocks(`${line}\nmore`);
      expect(block).toMatchObject({ kind: "item", content: `${line}\n` });
      expect(block?.marker).toBe(line.replace("one", ""));
    },
  );

  it.each(["-one", "-", "- ", "1.5 litres", "2026. It", "a. one", "--- one"])(
    "are no items for a line like %j",
    (line) => {
      expect(kinds(line)).not.toContain("item");
    },
  );

  it.each([
    ["two lines in a row", "a {\n  b;\n", ["code"]],
    ["one line alone", "Then\n  b;\nmore", ["lines"]],
    ["two lines with an empty one between", "f() {\n\n}", ["code"]],
    ["two lines with two empty ones between", "f() {\n\n\n}", ["lines", "gap", "lines"]],
    ["two lines with words between", "f() {\nThen\n}", ["lines"]],
    ["lines before an empty end", "f() {\n}\n\nSo", ["code", "gap", "lines"]],
    ["nested items", "- a\n  - b\n  - c", ["item", "item", "item"]],
    [
      "paragraphs of an item",
      "1. **Install**\n\n   Run it, and accept.\n\n   Then restart.\n\n2. Go",
      ["item", "gap", "lines", "gap", "lines", "gap", "item"],
    ],
    ["words below an item", "1. Prepare\n   a. Gather\n   b. Clean", ["item", "lines"]],
    ["a tab below an item", "- a\n\t+ b\n\t+ c", ["item", "lines"]],
    ["code below an item", "- a\n\n      x = f(1);\n      y();", ["item", "gap", "code"]],
    [
      "code below an item with a line of words",
      "1. Add:\n\n    function f(a) {\n      const b = g(a);\n      return b\n    }",
      ["item", "gap", "code"],
    ],
    [
      "code below a fence behind an item",
      "- a\n\n```\nx\n```\n\n    npm i\n    npm t",
      ["item", "gap", "fence", "gap", "code"],
    ],
    [
      "what is far behind an item",
      "- a\n\n         npm i\n         npm t",
      ["item", "gap", "code"],
    ],
    ["what is indented below no item", "So:\n\n   npm i\n   npm t", ["lines", "gap", "code"]],
    ["what is to be filled in", "[Your Name]\n[Your Address]\nDear", ["lines"]],
    ["a log with times", "[10:32] Hi\n[10:33:05] Bye", ["lines"]],
    ["boxes to tick", "[ ] Buy milk\n[ ] Call mom", ["lines"]],
    ["a list of numbers", "[1, 2, 3]\n[4, 5, 6]", ["code"]],
    ["a few lines from right to left", "  שלום\n  לך\n", ["lines"]],
  ])("are right for %s: %j [conversation.code]", (_, content, expected) => {
    expect(kinds(content)).toStrictEqual(expected);
  });

  it.each([
    ["a fence with a word", "So:\n```python\nx\n```\nThen", ["lines", "fence", "lines"]],
    ["a fence with spaces before its word", "``` js \nx\n```", ["fence"]],
    ["a fence with more behind its word", '```js title="a"\nx\n```', ["fence"]],
    ["three spaces before the signs", "   ```\nx\n  ```\nThen", ["fence", "lines"]],
    ["four spaces before the signs", "    ```\nThen\nx", ["lines"]],
    ["empty lines, items and tables within", "~~~\n\n\n- a\n| a |\n| b |\n~~~", ["fence"]],
    ["a fence that is not closed", "```\nx\n\nThen", ["fence"]],
    ["a fence that has only begun", "So:\n```", ["lines", "fence"]],
    ["the other sign within", "```\n~~~\n```\nThen", ["fence", "lines"]],
    ["fewer signs within", "````\n```\n````\nThen", ["fence", "lines"]],
    ["more signs at the end", "```\nx\n`````  \nThen", ["fence", "lines"]],
    ["a word behind the signs within", "```\n```js\n```\nThen", ["fence", "lines"]],
    ["four spaces before signs within", "```\n    ```\n```\nThen", ["fence", "lines"]],
    ["a fence behind a fence", "```\na\n```\n~~~\nb\n~~~", ["fence", "fence"]],
    ["signs from right to left within", "```\nשלום\n```", ["fence"]],
    [
      "the first line of an item",
      "1. ```bash\n   npm i\n   ```\n2. Then\n   - ~~~\n     x\n     ~~~\nSo",
      ["fence", "item", "fence", "lines"],
    ],
    ["tabs below the first line of an item", "- ```sh\n\tnpm i\n\t```\n- next", ["fence", "item"]],
    ["code in the words of an item", "- ```a``` too\n- b", ["item", "item"]],
    ["signs in a sentence", "``` opens a fence\n```a``` too\n``", ["lines"]],
  ])("are right for %s: %j [conversation.fences]", (_, content, expected) => {
    expect(kinds(content)).toStrictEqual(expected);
  });

  it.each([
    ["```py\na\n\n  b\n```\n", "a\n\n  b"],
    ["```\na\n\n```", "a\n"],
    ["```\na ```\n   ````", "a ```"],
    ["1. ```sh\n   a\n     b\n   ```", "a\n  b"],
    ["1. ```py\ndef f():\n    return 1\n```", "def f():\n    return 1"],
    ["- ```sh\n\tnpm i\n\t```", "\tnpm i"],
    ["~~~\na\nb", "a\nb"],
    ["```\n```\n", ""],
    ["```", ""],
    ["```py\r\na\r\nb\r\n```\r\n", "a\r\nb"],
    ["~~~\r\na\r\n", "a"],
  ])("hold of %j the code %j [conversation.copy-code]", (content, code) => {
    expect(textBlocks(content).map(fencedCode)).toStrictEqual([code]);
  });

  it.each([
    ["two rows", "So:\n| a | b |\n| c |\nThen", ["lines", "table", "lines"]],
    ["one row", "| a |\nThen", ["lines"]],
    ["one row and a rule", "| a | b |\n---|:-:\nThen", ["table", "lines"]],
    ["spaces around rows", " | a | \n  | b |", ["table"]],
    ["a rule alone", "|---|\nThen", ["lines"]],
    ["signs at one end only", "| a\n| b\na |\nb |", ["lines"]],
    ["two tables", "| a |\n| b |\n\n| c |\n| d |", ["table", "gap", "table"]],
    ["a row whose end is missing", "| a |\n| b |\n| c", ["table", "lines"]],
  ])("are right for %s: %j [conversation.tables]", (_, content, expected) => {
    expect(kinds(content)).toStrictEqual(expected);
  });

  it("have a row of a table from its first sign on while the text grows [conversation.tables]", () => {
    const grown = ["| a |\n|", "| a |\n| b |\n| c", "| a |\n| b |\nc", "| a"];
    expect(
      grown.map((text) => textBlocks(text, { isGrowing: true }).map(({ kind }) => kind)),
    ).toStrictEqual([["table"], ["table"], ["table", "lines"], ["lines"]]);
  });

  it.each([
    ["headings", "# A\n### B\n###### C\ntext", ["heading", "heading", "heading", "lines"]],
    ["no headings", "#A\n####### B\n#\n    # C", ["lines"]],
    ["a heading between paragraphs", "a\n\n## B\n\nc", ["lines", "gap", "heading", "gap", "lines"]],
    ["a quotation", "So:\n> a\n> b\n>\n> > c\nThen", ["lines", "quote", "lines"]],
    ["no quotation", ">a\n-> b\n>= 3", ["lines"]],
    ["rules", "a\n---\n***\n* * *\n___\nb", ["lines", "rule", "rule", "rule", "rule", "lines"]],
    ["no rules", "--\n- - -\n---a\n-*-", ["lines", "item", "lines"]],
    ["formulas", "So:\n$$\nx = 1\n$$\nThen", ["lines", "math", "lines"]],
    ["formulas in brackets", "\\[\nx = 1\n\n\\]\nThen", ["math", "lines"]],
    ["formulas on one line", "$$x = 1$$\n\\[ y \\]\na", ["math", "math", "lines"]],
    ["formulas that nothing closes", "$$\nx\n\\[\n\\[", ["lines"]],
    ["money", "$$ is a lot\n$5", ["lines"]],
    ["a table without outer signs", "a | b\n---|---\n1 | 2\n\nc | d", ["table", "gap", "lines"]],
    ["a table whose rows are open", "| a | b\n|---|---\n| 1 | 2\nThen", ["table", "lines"]],
    ["a heading, then a line below", "Title\n-----\ntext", ["lines", "rule", "lines"]],
    ["signs in a fence", "```\n# a\n> b\n---\n$$\n```", ["fence"]],
    ["a fence in a list", "1. a\n\n   ```js\n   x\n   ```\n2. b", ["item", "gap", "fence", "item"]],
    [
      "a fence deep in a list",
      "- a\n  1. b\n     ```js\n     x\n     ```\nc",
      ["item", "item", "fence", "lines"],
    ],
    ["a fence behind a list", "- a\n\nb\n    ```\nc", ["item", "gap", "lines"]],
  ])("are right in a reply for %s: %j [conversation.blocks]", (_, content, expected) => {
    expect(textBlocks(content, { isReply: true }).map(({ kind }) => kind)).toStrictEqual(expected);
  });

  it("tell less apart in what a person wrote", () => {
    expect(kinds("# A\n> b\n---\n$$\nx\n$$\na | b\n-|-\n1 | 2")).toStrictEqual(["lines"]);
  });

  it("have no rule while its line may go on", () => {
    const of = (text: string) => textBlocks(text, { isReply: true, isGrowing: true })[0]?.kind;
    expect([of("***"), of("***\n")]).toStrictEqual(["lines", "rule"]);
  });

  it("give the code of a fence without the spaces that are before the fence [conversation.copy-code]", () => {
    const [, fence] = textBlocks("1. a\n   ```js\n   if (x) {\n     y\n\n z\n   }\n   ```");
    expect(fence && fencedCode(fence)).toBe("if (x) {\n  y\n\nz\n}");
  });

  it("are one for a message of more than 100,000 characters", () => {
    expect(textBlocks("- a\n".repeat(25_000))).toHaveLength(25_000);
    expect(textBlocks(`${"- a\n".repeat(25_000)}b`)).toHaveLength(1);
  });

  it("take no longer than a moment for the longest line", () => {
    const begun = performance.now();
    for (const line of ["x", "(", " ", "a/", "{ "]) {
      textBlocks(line.repeat(50_000));
      breakable(line.repeat(500_000));
    }
    for (const line of [
      "`",
      "~",
      "``` ",
      "|",
      "-|",
      "```\n",
      "$$\n",
      "\\\\[\n",
      "a|\n-|\n",
      "> ",
    ]) {
      textBlocks(`\`\`\`${line.repeat(20_000)}\``);
      textBlocks(line.repeat(20_000), { isReply: true });
      tableOf(line.repeat(20_000));
    }
    expect(performance.now() - begun).toBeLessThan(15_000);
  });
});

it.each([
  "  return x",
  "\treturn x",
  "}",
  "});",
  "function f(a) {",
  "def retry(fn):",
  "const x = f(1);",
  '{"name": "x", "list": [1, 2]}',
  "<li><a href=x>one</a></li>",
  "a[i] = b[j];",
])("a line like %j looks like code [conversation.code]", (line) => {
  expect(looksLikeCode(line)).toBe(true);
});

it.each([
  "",
  "   ",
  " One space is no indent",
  "Hello (there)",
  "Apples (3)",
  "Hi :)",
  "Wait; then go",
  "I <3 you",
  "E = mc2",
  "Choose the option(s) that you like best",
  "https://example.org/a?b=1&c=2",
  "  - a nested item",
  "  שלום לך",
  "Footnote[^1]",
  "[^1]: the note",
  "[1] Nature (2020)",
  "[12]: Rome",
  "[Docs](https://a.example/b)",
  "See [a](b), [c](d) [^e]",
])("a line like %j does not look like code", (line) => {
  expect(looksLikeCode(line)).toBe(false);
});

describe("where a long address may be broken", () => {
  it("is behind its signs, never in a word [conversation.addresses]", () => {
    expect(breakable("See https://example.org/a-long/path?with=parts now")).toStrictEqual([
      "See https://",
      "example.",
      "org/",
      "a-",
      "long/",
      "path?",
      "with=",
      "parts now",
    ]);
  });

  it.each(["a/b and c/d", "x".repeat(40), "https://short.example/a", "", "a/".repeat(1001)])(
    "is nowhere in %j",
    (text) => {
      expect(breakable(text)).toStrictEqual([text]);
    },
  );

  it("changes no character", () => {
    const words = fc.array(fc.constantFrom("https://", "a", "/", " ", "-", "word", ".", "\n", "?"));
    fc.assert(
      fc.property(words, (parts) => {
        const text = `${parts.join("")} ${parts.join("").repeat(3)}`;
        expect(breakable(text).join("")).toBe(text);
      }),
    );
  });
});

describe("a table", () => {
  const widthsOf = (content: string) => tableOf(content).widths;

  it("is its parts, character by character [conversation.characters]", () => {
    const parts = fc.array(fc.constantFrom("|", " ", "a", "\\", "\n", "-", "字", "\\|"));
    fc.assert(
      fc.property(parts, (all) => {
        const rows = tableOf(all.join("")).rows.flatMap((row) => row.parts);
        expect(rows.map(({ text }) => text).join("")).toBe(all.join(""));
      }),
    );
  });

  it.each([
    ["| a | bcd |\n|---|---|\n| efgh | i |", [6, 5]],
    ["|a|b|\n|-|-|\n|cd|e|", [4, 3]],
    ["a | b\n---|---\nlong one | c", [10, 5]],
    ["| a | b |\n| ---| -------|\n| c | d |", [5, 9]],
    ["| a \\| b | c |", [8, 3]],
    ["| a |\n| b | c |", [3, 3]],
    ["|  | b |", [2, 3]],
    ["| é | 字 |", [3, 4.2]],
    ["| ユーザー | （。 |", [10.8, 6.4]],
    ["| ✅ | ⚠️ | 1️⃣ | ⚠ |", [4.2, 4.2, 4.2, 3]],
  ])("%j has columns of %j letters [conversation.tables]", (content, widths) => {
    expect(widthsOf(content)).toStrictEqual(widths);
  });

  it("knows its rule, and which parts are cells", () => {
    const { rows } = tableOf(" | a | b |\n|---|---|\n");
    expect(rows.map(({ isRule }) => isRule)).toStrictEqual([false, true]);
    expect(rows[0]?.parts.map(({ column }) => column)).toStrictEqual([
      null,
      null,
      0,
      null,
      1,
      null,
      null,
    ]);
  });
});
