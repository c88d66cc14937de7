import { expect, it } from "vitest";
import {
  asksAll,
  chosenPlace,
  sendsMessage,
  stopsReply,
  typesText,
} from "#features/chat/composer/key-rules.ts";

const key = { key: "Enter", shiftKey: false, isComposing: false, keyCode: 13 };

it.each([
  ["Enter", key, true],
  ["Shift+Enter", { ...key, shiftKey: true }, false],
  ["Enter while composing", { ...key, isComposing: true }, false],
  ["Enter that the input method took", { ...key, keyCode: 229 }, false],
  ["another key", { ...key, key: "a", keyCode: 65 }, false],
])("%s sends the message or not [composer.enter-sends]", (_, pressed, sends) => {
  expect(sendsMessage(pressed)).toBe(sends);
});

const held = { ctrlKey: false, metaKey: false, altKey: false };

it.each([
  ["Enter alone", held, false],
  ["Ctrl+Enter", { ...held, ctrlKey: true }, true],
  ["⌘+Enter", { ...held, metaKey: true }, true],
  [
    "AltGr+Enter, which Windows reports as Ctrl+Alt",
    { ...held, ctrlKey: true, altKey: true },
    false,
  ],
])("%s asks all four models or not [answers.all-button]", (_, pressed, asks) => {
  expect(asksAll(pressed)).toBe(asks);
});

const digit = { ...key, ...held, key: "2", code: "Digit2", altKey: true };
const onMac = { ...digit, altKey: false, ctrlKey: true, metaKey: true };

it.each([
  ["Alt+2", digit, 1, null],
  ["Alt+4", { ...digit, key: "4", code: "Digit4" }, 3, null],
  ["Alt and the key of 2 on a French keyboard", { ...digit, key: "é" }, 1, null],
  ["⌃⌘2", onMac, null, 1],
  ["2 alone", { ...digit, altKey: false }, null, null],
  ["Alt+5", { ...digit, key: "5", code: "Digit5" }, null, null],
  ["Alt+Shift+2", { ...digit, shiftKey: true }, null, null],
  ["AltGr+2, which Windows reports as Ctrl+Alt", { ...digit, ctrlKey: true }, null, null],
  [
    "Alt+2 of the number pad, which types a sign on Windows",
    { ...digit, code: "Numpad2" },
    null,
    null,
  ],
])("%s chooses one of several answers or not [answers.all-next]", (_, pressed, place, ofMac) => {
  expect(chosenPlace(pressed, false)).toBe(place);
  expect(chosenPlace(pressed, true)).toBe(ofMac);
});

it.each([
  ["Esc", { ...key, key: "Escape", keyCode: 27 }, true],
  ["Esc while composing", { ...key, key: "Escape", keyCode: 27, isComposing: true }, false],
  ["Esc that the input method took", { ...key, key: "Escape", keyCode: 229 }, false],
  ["Enter", key, false],
])("%s stops an answer or not [reply.stop]", (_, pressed, stops) => {
  expect(stopsReply(pressed)).toBe(stops);
});

const letter = { ...key, ...held, key: "a", keyCode: 65 };

it.each([
  ["a letter", letter, true],
  ["a letter outside the basic plane", { ...letter, key: "𝔸" }, true],
  ["a dead key", { ...letter, key: "Dead" }, true],
  ["a question mark, which opens the list of shortcuts", { ...letter, key: "?" }, false],
  ["Enter", { ...letter, key: "Enter" }, false],
  ["an arrow key", { ...letter, key: "ArrowUp" }, false],
  ["Ctrl and a letter", { ...letter, ctrlKey: true }, false],
  ["Cmd and a letter", { ...letter, metaKey: true }, false],
  ["Alt and a letter", { ...letter, altKey: true }, false],
  ["Space", { ...letter, key: " " }, true],
])("%s pressed outside a field is text for the box or not [typing.anywhere]", (_, pressed, is) => {
  expect(typesText(pressed, false)).toBe(is);
});

it("Space on a button is not text for the box [typing.anywhere]", () => {
  expect(typesText({ ...letter, key: " " }, true)).toBe(false);
  expect(typesText(letter, true)).toBe(true);
});
