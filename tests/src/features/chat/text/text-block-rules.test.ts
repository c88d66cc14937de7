import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  breakable,
  fencedCode,
  looksLikeCode,
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
);
const messages = fc.array(pieces).map((parts) => parts.join(""));

describe("the blocks of a message", () => {
  it("are the message, character by character [conversation.plain-text]", () => {
    fc.assert(
      fc.property(fc.oneof(messages, fc.string({ unit: "grapheme" })), (content) => {
        const blocks = textBlocks(content);
        expect(blocks.map((block) => block.content).join("")).toBe(content);
        expect(blocks.every(({ at, content: own }) => content.startsWith(own, at))).toBe(true);
      }),
    );
  });

  it("keep where they begin while the text grows", () => {
    const short = textBlocks("One\n\n- two");
    const long = textBlocks("One\n\n- two and more\nThree");
    expect(long.slice(0, 2)).toStrictEqual(short.slice(0, 2));
    expect(long.map(({ at }) => at)).toStrictEqual([0, 4, 5, 20]);
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
    ["signs in a sentence", "``` opens a fence\n```a``` too\n``", ["lines"]],
  ])("are right for %s: %j [conversation.fences]", (_, content, expected) => {
    expect(kinds(content)).toStrictEqual(expected);
  });

  it.each([
    ["```py\na\n\n  b\n```\n", "a\n\n  b"],
    ["```\na\n\n```", "a\n"],
    ["```\na ```\n   ````", "a ```"],
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
    expect(grown.map((text) => textBlocks(text, true).map(({ kind }) => kind))).toStrictEqual([
      ["table"],
      ["table"],
      ["table", "lines"],
      ["lines"],
    ]);
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
    for (const line of ["`", "~", "``` ", "|", "-|", "```\n"]) {
      textBlocks(`\`\`\`${line.repeat(20_000)}\``);
    }
    expect(performance.now() - begun).toBeLessThan(5_000);
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
