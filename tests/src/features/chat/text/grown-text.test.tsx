import * as fc from "fast-check";
import { expect, it } from "vitest";
import { showParts } from "#features/chat/text/grown-text.tsx";
import { breakable } from "#features/chat/text/text-block-rules.ts";

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
