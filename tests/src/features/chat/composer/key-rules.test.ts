import { expect, it } from "vitest";
import { sendsMessage, stopsReply } from "#features/chat/composer/key-rules.ts";

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

it.each([
  ["Esc", { ...key, key: "Escape", keyCode: 27 }, true],
  ["Esc while composing", { ...key, key: "Escape", keyCode: 27, isComposing: true }, false],
  ["Esc that the input method took", { ...key, key: "Escape", keyCode: 229 }, false],
  ["Enter", key, false],
])("%s stops an answer or not [reply.stop]", (_, pressed, stops) => {
  expect(stopsReply(pressed)).toBe(stops);
});
