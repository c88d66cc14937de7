import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sentPart, takeOverShell } from "../../../src/app/shell.ts";

function Box({ draft = "" }: { draft?: string }) {
  const [text, setText] = useState(draft);
  return (
    <>
      <textarea
        placeholder="Ask anything"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <output>{text}</output>
    </>
  );
}

let root: HTMLElement;
beforeEach(() => {
  document.body.innerHTML =
    '<div id="root"><div data-shell><textarea placeholder="Ask anything"></textarea></div></div>';
  root = document.getElementById("root") ?? document.body;
});
afterEach(() => {
  document.body.innerHTML = "";
});

const box = () => root.querySelector("textarea") ?? document.createElement("textarea");
const takeOver = (element: React.ReactNode) =>
  takeOverShell(root, () => flushSync(() => createRoot(root).render(element)));

test("what was typed early is added below a stored draft", () => {
  box().value = "more";
  takeOver(<Box draft="Some" />);
  expect(root.querySelector("output")?.textContent).toBe("Some\nmore");
});

test("a shell in which nothing was typed leaves draft and focus alone", () => {
  takeOver(<Box draft="Some" />);
  expect(root.querySelector("output")?.textContent).toBe("Some");
  expect(document.activeElement).toBe(document.body);
});

test.each([
  ["nothing when Enter was not pressed", "Hello", undefined, null],
  ["what stood in the box at Enter", "Hello\nmore", "Hello", "Hello"],
  ["nothing when that was changed since", "Hallo\nmore", "Hello", null],
  ["nothing for an empty box", "\nmore", "", null],
  ["nothing for a blank line", " \n", " ", null],
  ["nothing for a line break with Shift", "Hello\n", undefined, null],
])("the shell sends %s", (_, text, noted, sent) => {
  expect(sentPart(text, noted)).toBe(sent);
});
