import { expect, it } from "vitest";
import { quotationOf, quotationToInsert } from "#features/chat/conversation/quote-rules.ts";

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
