import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeOverShell } from "../../../src/app/shell.ts";

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
  document.body.innerHTML = '<div id="root"><textarea placeholder="Ask anything"></textarea></div>';
  root = document.getElementById("root") ?? document.body;
});
afterEach(() => {
  document.body.innerHTML = "";
});

const box = () => root.querySelector("textarea") ?? document.createElement("textarea");
const takeOver = (element: React.ReactNode) =>
  takeOverShell(root, () => flushSync(() => createRoot(root).render(element)));

test("what was typed before the scripts ran moves to the app's text box, with focus and cursor", () => {
  box().value = "Hello there";
  box().focus();
  box().setSelectionRange(5, 5);
  takeOver(<Box />);
  expect(root.querySelector("output")?.textContent).toBe("Hello there");
  expect(document.activeElement).toBe(box());
  expect(box().selectionStart).toBe(5);
});

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

test("a screen without the text box replaces the shell", () => {
  box().value = "typed";
  takeOver(<p>Other</p>);
  expect(root.textContent).toBe("Other");
});
