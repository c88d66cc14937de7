import { expect, it } from "vitest";
import {
  passageOf,
  quotationOf,
  quotationToInsert,
  requestToContinue,
} from "#features/chat/conversation/quote-rules.ts";

it.each([
  ["one line", "In Italy.", "Grok", "> Grok: In Italy."],
  ["one's own words", "Where is Rome?", null, "> Where is Rome?"],
  ["several lines, with an empty one", "a\n\nb", "Claude 4", "> Claude 4: a\n>\n> b"],
  ["empty lines around it", "\n \n  a\nb \n\n", "Grok", "> Grok:   a\n> b"],
  ["line ends of other systems", "a\r\nb\rc", null, "> a\n> b\n> c"],
  ["a quotation in it", "> a", "Grok", "> Grok: > a"],
  ["signs of replacements", "$& $1", null, "> $& $1"],
  ["text from right to left", "שלום", "Grok", "> Grok: שלום"],
  ["white space", " \n ", "Grok", ""],
  ["code in fences", "```py\na = 1\n```", "Grok", "> Grok:\n> ```py\n> a = 1\n> ```"],
  ["one's own code", "~~~\na\n~~~", null, "> ~~~\n> a\n> ~~~"],
  ["code in a line", "`a`", "Grok", "> Grok: `a`"],
])("%s is quoted line by line, with its writer's name [quote.lines]", (_, text, writer, lines) => {
  expect(quotationOf(text, writer)).toBe(lines);
});

it.each([
  ["", "> a\n\n"],
  ["typed", "\n> a\n\n"],
  ["typed\n", "> a\n\n"],
])("behind %j a quotation stands in lines of its own [quote.lines]", (before, inserted) => {
  expect(quotationToInsert("> a", before)).toBe(inserted);
});

const CODE = "So:\n\n```py\na = 1\nb = 2\n```\n\nDone.";
const OPEN = "So:\n\n~~~~ sh\nls\npwd\n";
const LISTED = "1. This:\n   ```js\n   f();\n   ```\n2. Done.";

it.each([
  ["prose only", CODE, "So:", "So:"],
  ["a whole block", CODE, "```py\na = 1\nb = 2\n```", "```py\na = 1\nb = 2\n```"],
  ["a word of code", CODE, "a", "```py\na\n```"],
  ["a line with its end", CODE, "a = 1\n", "```py\na = 1\n```"],
  ["all its lines", CODE, "a = 1\nb = 2\n", "```py\na = 1\nb = 2\n```"],
  ["what begins before it", CODE, "So:\n\n```py\na = 1", "So:\n\n```py\na = 1\n```"],
  ["what goes on below it", CODE, "b = 2\n```\n\nDone", "```py\nb = 2\n```\n\nDone"],
  ["what begins in its first line", CODE, "py\na = 1", "```py\na = 1\n```"],
  ["what ends in its last line", CODE, "b = 2\n``", "```py\nb = 2\n```"],
  ["a part of its first line", CODE, "``py", "``py"],
  ["a part of its last line", CODE, "``\n\nDone", "``\n\nDone"],
  ["a part of an open block", OPEN, "ls", "~~~~ sh\nls\n~~~~"],
  ["the end of an open block", OPEN, "pwd\n", "~~~~ sh\npwd\n"],
  ["a block of a list", LISTED, "f();", "   ```js\nf();\n   ```"],
  ["lines without fences", "def f():\n    return 1\n", "return 1", "return 1"],
])("quoting %s keeps the fences of its code [quote.code]", (_, content, selected, quoted) => {
  const start = content.lastIndexOf(selected);
  expect(passageOf(content, start, start + selected.length)).toBe(quoted);
});

const ASKED = "Please continue where you stopped. Your reply ended with:\n\n";

it.each([
  ["a short one whole", "One and", "> One and"],
  ["from the beginning of a line", `${"a\n".repeat(1500)}end`, `${"> a\n".repeat(998)}> end`],
  ["from the beginning of a word", "word ".repeat(1000), `> ${"word ".repeat(399).trim()}`],
  ["a word without an end", "a".repeat(3000), `> ${"a".repeat(2000)}`],
  ["open code", `\`\`\`py\n${"f()\n".repeat(600)}g(`, /^> ```py\n(> f\(\)\n){498,500}> g\($/],
])(
  "a model is asked to continue by the end of its reply: %s [answers.continue]",
  (_, reply, end) => {
    const request = requestToContinue(reply);
    expect(request.slice(0, ASKED.length)).toBe(ASKED);
    expect(request.slice(ASKED.length)).toMatch(end);
  },
);
