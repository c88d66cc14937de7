import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CopyButton } from "#features/chat/messages/copy-button.tsx";
import { Announcer } from "#features/chat/text/announcer.tsx";

const STORED = "  Two\nlines, \ttabs\nand an end \n";
const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { clipboard: { writeText } });
});
afterEach(() => vi.useRealTimers());

async function show(): Promise<void> {
  render(
    <>
      <CopyButton content={STORED} isQuiet={false} isTabStop />
      <Announcer />
    </>,
  );
  await act(() => vi.advanceTimersByTimeAsync(200));
}
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name })));
const names = () => screen.getAllByRole("button").map((button) => button.ariaLabel);

it("a reader who presses Copy has the message as it is stored, and sees and hears 'Copied' for two seconds [conversation.copy]", async () => {
  writeText.mockResolvedValue();
  await show();
  await press("Copy");
  expect(writeText.mock.calls).toEqual([[STORED]]);
  expect(screen.getByRole("button").textContent).toBe("Copied");
  expect(screen.getByRole("status").textContent).toBe("Copied");
  await act(() => vi.advanceTimersByTimeAsync(1_999));
  expect(names()).toEqual(["Copied"]);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(names()).toEqual(["Copy"]);
  expect(screen.getByRole("button").textContent).toBe("");
});

it("a reader whose browser forbids copying is told so", async () => {
  writeText.mockRejectedValue(new DOMException("no", "NotAllowedError"));
  await show();
  await press("Copy");
  expect(screen.getByRole("button").textContent).toBe("Copying is not allowed here");
  expect(screen.getByRole("status").textContent).toBe("Copying is not allowed here");
});
