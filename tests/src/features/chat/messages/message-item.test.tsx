import { render, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useStable } from "#features/chat/conversation/use-stable.ts";
import type { AnswerActions } from "#features/chat/messages/message-actions.tsx";
import { MessageItem } from "#features/chat/messages/message-item.tsx";
import { rowOf } from "#features/chat/messages/row-rules.ts";
import { message, replyTo } from "../../../../support/chat-rows.ts";

it("a message is drawn again only when it, or what its buttons do, has changed", () => {
  const nothing = () => {};
  const reply = replyTo(message());
  const compared = new Map();
  // Each message asks for its marks when it is drawn.
  const drawn = vi.spyOn(compared, "get");
  const on = {
    onView: nothing,
    onUse: nothing,
    onAsk: nothing,
    onCompare: nothing,
    onShowAlone: nothing,
    onShowAll: nothing,
    onCheck: nothing,
  };
  const answers = { first: "grok", compared, showsAlone: false, ...on } as const;
  const item = (content: string, actions: AnswerActions) => (
    <MessageItem
      row={rowOf({ ...reply, content })}
      isTabStop={false}
      isNamed={false}
      nextModel="grok"
      answers={actions}
      onRetry={nothing}
      onEdit={nothing}
      onOpen={nothing}
    />
  );
  const { rerender } = render(item("One", answers));
  const timesFor = (element: ReturnType<typeof item>) => {
    drawn.mockClear();
    rerender(element);
    return drawn.mock.calls.length;
  };
  expect(timesFor(item("One", answers))).toBe(0);
  expect(timesFor(item("Two", answers))).toBe(1);
  expect(timesFor(item("Two", { ...answers }))).toBe(1);
});

it("functions that stay the same do what the newest ones do", () => {
  const told = vi.fn<(step: number) => void>();
  const { result, rerender } = renderHook((step: number) => useStable({ tell: () => told(step) }), {
    initialProps: 1,
  });
  const first = result.current;
  rerender(2);
  result.current.tell();
  expect(result.current).toBe(first);
  expect(told.mock.calls).toStrictEqual([[2]]);
});
