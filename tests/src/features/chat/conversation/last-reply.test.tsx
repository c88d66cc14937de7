import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { lastReply, useLastReply } from "#features/chat/conversation/last-reply.ts";
import { conversationOf } from "../../../../support/answers.ts";
import { question, reply } from "../../../../support/turns.ts";

const asked = [
  { answerId: "r1", model: "grok" },
  { answerId: "r2", model: "claude-4" },
] as const;
const together = { ...question, asked_together: [...asked] };

it.each([
  ["the last reply", conversationOf([question, reply], [], true, []), reply.content],
  ["none in the middle of a long chat", conversationOf([question, reply], [], false, []), null],
  ["none of several side by side", conversationOf([together, reply], [], true, []), null],
])("copies %s [shortcuts.copy-reply]", (_, shown, content) => {
  const { unmount } = renderHook(() => useLastReply(shown));
  expect(lastReply()).toBe(content);
  unmount();
  expect(lastReply()).toBeNull();
});
