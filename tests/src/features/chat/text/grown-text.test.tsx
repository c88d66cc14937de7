import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { showParts, showRuns } from "#features/chat/text/grown-text.tsx";
import { breakable } from "#features/chat/text/text-block-rules.ts";
import { markedRuns } from "#features/chat/text/text-mark-rules.ts";

const show = (box: Element, text: string) => showParts(box, breakable(text));
const boxWith = (text: string) => {
  const box = document.body.appendChild(document.createElement("p"));
  show(box, text);
  return box;
};
/** Selects a part of the text of an element, from one place to another. */
function select(box: Element, from: number, to: number): Range {
  const range = document.createRange();
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let at = 0;
  while (texts.nextNode() !== null) {
    const node = texts.currentNode as Text;
    if (from >= at && from <= at + node.length) range.setStart(node, from - at);
    if (to >= at && to <= at + node.length) range.setEnd(node, to - at);
    at += node.length;
  }
  return range;
}

it("what is selected stays selected while a text grows, also where an address in it gets its breaks [reply.selection]", () => {
  const box = boxWith("See https://example.com/one");
  const range = select(box, 4, 27);
  show(box, "See https://example.com/one/two/three/four and more");
  expect(box.querySelectorAll("wbr").length).toBeGreaterThan(3);
  expect(range.toString()).toBe("https://example.com/one");
});

it("what is selected stays selected when the end of a text turns out to be no part of it", () => {
  const box = boxWith("A paragraph\n- ");
  const range = select(box, 2, 11);
  show(box, "A paragraph\n");
  expect(box.textContent).toBe("A paragraph\n");
  expect(range.toString()).toBe("paragraph");
});

it("a text that a browser has translated is left alone, and written anew when it is another", () => {
  const box = boxWith("One");
  box.innerHTML = "<font>One</font>";
  show(box, "One");
  expect(box.innerHTML).toBe("<font>One</font>");
  show(box, "One and two");
  expect(box.innerHTML).toBe("One and two");
});

it("an address that gets shorter and longer again has all of its breaks", () => {
  const box = boxWith("https://x.org/aahttps://x.org/");
  show(box, "https://x.org/");
  const long = "https://x.org/https://x.org/b/c.d";
  show(box, long);
  expect(box.innerHTML).toBe(breakable(long).join("<wbr>"));
});

it("any text after any other is what is shown, with its breaks", () => {
  const text = fc.array(fc.constantFrom("a", "https://x.org/", "b/c.d", "b/c.d", " ", "word"), {
    maxLength: 20,
  });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
      const box = document.createElement("p");
      for (const each of texts) show(box, each.join(""));
      const last = texts.at(-1)?.join("") ?? "";
      expect(box.textContent).toBe(last);
      expect(box.innerHTML).toBe(breakable(last).join("<wbr>"));
    }),
  );
});

describe("a text in which signs set words apart", () => {
  const mark = (box: Element, text: string) => showRuns(box, markedRuns(text), breakable);
  const looksOf = (box: Element) =>
    [...box.children].map(({ className, textContent }) => [className.split(" ")[0], textContent]);

  it("has them set apart when their pair closes, and what is selected stays so [conversation.marks] [reply.selection]", () => {
    const box = document.body.appendChild(document.createElement("p"));
    mark(box, "It lasted **53 days*");
    expect(box.children).toHaveLength(0);
    const range = select(box, 3, 19);
    const selection = document.getSelection();
    selection?.setBaseAndExtent(
      range.startContainer,
      range.startOffset,
      range.endContainer,
      range.endOffset,
    );
    mark(box, "It lasted **53 days**");
    expect(looksOf(box)).toStrictEqual([
      ["", "It lasted "],
      ["text-[0.75em]", "**"],
      ["font-semibold", "53 days"],
      ["text-[0.75em]", "**"],
    ]);
    expect(selection?.toString()).toBe("lasted **53 days");
    const [first, , bold] = box.children;
    mark(box, "It lasted **53 days**, from April");
    expect([box.children[0], box.children[2]]).toStrictEqual([first, bold]);
    expect(selection?.toString()).toBe("lasted **53 days");
  });

  it("ends no line between the two signs before a picture [conversation.marks]", () => {
    const box = document.createElement("p");
    mark(box, "A ![cat](https://a.org/cat.png)");
    const [, opening, , closing] = box.children;
    expect(opening?.textContent).toBe("![");
    expect(opening?.className).toContain("whitespace-nowrap");
    expect(closing?.className).not.toContain("whitespace-nowrap");
  });

  it("has the characters of any text after any other", () => {
    const parts = fc.array(
      fc.constantFrom("**", "*", "`", "a", " ", "https://x.org/a/b/c/d/e/f/g", "\n"),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 6 }), (texts) => {
        const [box, fresh] = [document.createElement("p"), document.createElement("p")];
        for (const each of texts) mark(box, each.join(""));
        const last = texts.at(-1)?.join("") ?? "";
        mark(fresh, last);
        expect(box.textContent).toBe(last);
        expect(looksOf(box).filter(([look]) => look !== "")).toStrictEqual(
          looksOf(fresh).filter(([look]) => look !== ""),
        );
      }),
    );
  });
});
