import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useStable } from "#features/chat/conversation/use-stable.ts";
import { MessageActions, type MessageHandlers } from "#features/chat/messages/message-actions.tsx";
import { MessageItem } from "#features/chat/messages/message-item.tsx";
import { rowOf } from "#features/chat/messages/row-rules.ts";
import { Announcer } from "#features/chat/text/announcer.tsx";
import { message, replyTo } from "../../../../support/chat-rows.ts";

const nothing = () => {};
const on = {
  onView: nothing,
  onUse: nothing,
  onAsk: nothing,
  onShowAll: nothing,
  onRetry: nothing,
  onContinue: nothing,
  onEdit: nothing,
  userId: "somebody",
  onCompare: () => undefined,
  onQuote: () => undefined,
  onStopOne: async () => {},
  onOpen: nothing,
};
const HANDLERS = { nextModel: "grok", ...on } as const;
const STORED = "  Two\nlines, \ttabs\nand an end \n";
const row = rowOf({ ...replyTo(message()), content: STORED });
const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { clipboard: { writeText } });
});
afterEach(() => vi.useRealTimers());

async function show(): Promise<void> {
  render(
    <>
      <MessageActions row={row} handlers={HANDLERS} />
      <Announcer />
    </>,
  );
  await act(() => vi.advanceTimersByTimeAsync(200));
}
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const button = () => screen.getAllByRole("button")[0];

it("a reader who presses Copy has the message as it is stored, and sees and hears 'Copied' for two seconds [conversation.copy]", async () => {
  writeText.mockResolvedValue();
  await show();
  await press("Copy");
  expect(writeText.mock.calls).toEqual([[STORED]]);
  expect(button()?.textContent).toBe("Copied");
  expect(screen.getByRole("status").textContent).toBe("Copied");
  await act(() => vi.advanceTimersByTimeAsync(1_999));
  expect(button()?.ariaLabel).toBe("Copied");
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(button()?.ariaLabel).toBe("Copy");
  expect(button()?.textContent).toBe("");
});

it("a reader whose browser forbids copying reads that", async () => {
  writeText.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  await show();
  await press("Copy");
  expect(button()?.textContent).toBe("Copying is not allowed here");
  expect(screen.getByRole("status").textContent).toBe("Copying is not allowed here");
});

it("a message is drawn again only when it, or what its buttons do, has changed", () => {
  const reply = replyTo(message());
  // Each message asks for the next model when it is drawn.
  const drawn = vi.fn<() => "grok">(() => "grok");
  const withCount = (): MessageHandlers =>
    Object.defineProperty({ ...HANDLERS }, "nextModel", { get: drawn });
  const handlers = withCount();
  const item = (content: string, now: MessageHandlers) => (
    <MessageItem
      row={rowOf({ ...reply, content })}
      isTabStop={false}
      isNamed={false}
      isShort={false}
      handlers={now}
    />
  );
  const { rerender } = render(item("One", handlers));
  const timesFor = (element: ReturnType<typeof item>) => {
    drawn.mockClear();
    rerender(element);
    return drawn.mock.calls.length;
  };
  expect(timesFor(item("One", handlers))).toBe(0);
  expect(timesFor(item("Two", handlers))).toBe(1);
  expect(timesFor(item("Two", withCount()))).toBe(1);
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

it("a reply that can have no more second opinions offers none [comparisons.check]", async () => {
  vi.useRealTimers();
  const offers = async (isComparable: boolean) => {
    const now = { ...row, asksAgain: "yes", isComparable } as const;
    const { unmount } = render(<MessageActions row={now} handlers={HANDLERS} />);
    await screen.findByRole("button", { name: "Ask again" });
    const all = screen.queryAllByRole("button", { name: "Check with…" });
    unmount();
    return all.length > 0;
  };
  expect(await offers(true)).toBe(true);
  expect(await offers(false)).toBe(false);
});
