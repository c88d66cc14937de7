import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useAnnouncements } from "#features/chat/conversation/use-announcements.ts";
import { announce } from "#features/chat/text/announcer.tsx";
import { conversationOf } from "../../../../support/answers.ts";
import { openAnswerTo, questions, replyTo } from "../../../../support/chat-rows.ts";

vi.mock(import("#features/chat/text/announcer.tsx"), { spy: true });

it("two replies that end together are announced each for itself", () => {
  const asked = questions(2);
  const replies = asked.map((question) => replyTo(question, { content: `To ${question.id}` }));
  const open = asked.map((question, index) =>
    openAnswerTo(question, { id: replies[index]?.id ?? "" }),
  );
  const { rerender } = renderHook(useAnnouncements, {
    initialProps: conversationOf(asked, [], true, open),
  });
  rerender(conversationOf([...asked, ...replies], [], true, []));
  const said = vi.mocked(announce).mock.calls.flat();
  expect(said).toEqual(["Thinking", "To m00000", "To m00001"]);
});
