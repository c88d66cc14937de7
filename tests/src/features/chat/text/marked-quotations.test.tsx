import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { markQuotations } from "#features/chat/text/marked-place.ts";
import { PlainText } from "#features/chat/text/plain-text.tsx";

const lead = vi.fn<(key: string) => void>();
afterEach(() => lead.mockReset());

/** A text as it is shown, with some of its words as quotations, whose keys they are. */
function shown(content: string, ...quoted: readonly string[]) {
  const { container } = render(<PlainText content={content} />);
  const quotations = quoted.map((key) => {
    const start = content.indexOf(key);
    return { key, start, end: start + key.length };
  });
  const mark = () => markQuotations(container, content, quotations, lead);
  return { container, mark };
}
const buttonsIn = (box: Element) => [...box.querySelectorAll<HTMLElement>("[role=button]")];

test("each quotation is one button, at the edges of a line, in a list and over two paragraphs, and the text stays [comparisons.quotations]", () => {
  const content = "one and two\n\nthree\n- four of it\n\nlast";
  const { container, mark } = shown(content, "one", "and two\n\nthr", "four", "of it\n\nlast");
  mark();
  expect(container.textContent).toBe(content);
  expect(buttonsIn(container).map(({ textContent }) => textContent)).toEqual([
    "one",
    "and two\n",
    "four",
    "of it",
  ]);
  const parts = [...container.querySelectorAll<HTMLElement>("[data-quotation]")];
  expect(parts.map(({ textContent }) => textContent.trim())).toEqual([
    "one",
    "and two",
    "thr",
    "four",
    "of it",
    "last",
  ]);
  for (const part of parts) part.click();
  const keys = [
    "one",
    "and two\n\nthr",
    "and two\n\nthr",
    "four",
    "of it\n\nlast",
    "of it\n\nlast",
  ];
  expect(lead.mock.calls.flat()).toEqual(keys);
});

test("what is selected in a text and in a quotation stays selected when the quotations are marked [reply.selection]", () => {
  const { container, mark } = shown("Say “one two” and more", "one two");
  const text = container.querySelector("span")?.firstChild;
  if (!text) throw new Error("There is no text.");
  const selection = getSelection();
  selection?.setBaseAndExtent(text, 9, text, 17);
  expect(selection?.toString()).toBe("two” and");
  mark();
  expect(buttonsIn(container)).toHaveLength(1);
  expect(selection?.toString()).toBe("two” and");
});

test("quotations that are marked already are left alone, and a text that was translated too", () => {
  const { container, mark } = shown("Say “one” and “two”", "one", "two");
  mark();
  const before = buttonsIn(container);
  mark();
  expect(buttonsIn(container)).toEqual(before);
  const other = shown("Say “one”", "one");
  const text = other.container.querySelector("span");
  if (text) text.textContent = "Sag „eins“";
  other.mark();
  expect(buttonsIn(other.container)).toEqual([]);
});
