import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MessageActions } from "#features/chat/messages/message-actions.tsx";
import { rowOf } from "#features/chat/messages/row-rules.ts";
import { Announcer } from "#features/chat/text/announcer.tsx";
import { message, replyTo } from "../../../../support/chat-rows.ts";

const nothing = () => {};
const on = {
  onView: nothing,
  onUse: nothing,
  onAsk: nothing,
  onCompare: nothing,
  onShowAlone: nothing,
  onShowAll: nothing,
  onCheck: nothing,
};
const answers = { first: "grok", compared: new Map(), showsAlone: false, ...on } as const;
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
      <MessageActions row={row} isTabStop answers={answers} onOpen={nothing} />
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

it("a reader whose browser forbids copying is told so", async () => {
  writeText.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  await show();
  await press("Copy");
  expect(button()?.textContent).toBe("Copying is not allowed here");
  expect(screen.getByRole("status").textContent).toBe("Copying is not allowed here");
});
