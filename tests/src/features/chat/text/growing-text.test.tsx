import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stallOf } from "#features/chat/text/pacing-rules.ts";
import type * as pacedText from "#features/chat/text/use-paced-text.ts";
import { createStore, type ReadableStore } from "#lib/store.ts";

const reader = { matches: false };
let text: typeof pacedText;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => reader);
  // The preference is asked for once.
  vi.resetModules();
  text = await import("#features/chat/text/use-paced-text.ts");
});

afterEach(() => {
  reader.matches = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Shows an answer, and what is said of it. */
function show(arriving: ReadableStore<string>): void {
  function Growing() {
    const part = text.useAnswerText("a1", arriving, "", false);
    const { afterMs, note } = stallOf(part);
    return (
      <>
        <output>{part}</output>
        <em>{text.useHasPaused(part, afterMs) && note}</em>
      </>
    );
  }
  render(<Growing />);
}
const shown = () => screen.getByRole("status").textContent;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const words = (count: number) => "word ".repeat(count);

it("a reader is told after ten seconds that an answer has paused, until it goes on", async () => {
  const arriving = createStore(words(1));
  show(arriving);
  await pass(10_000);
  expect(screen.getByText("The reply has paused. It may still go on.")).toBeDefined();
  act(() => arriving.set(words(2)));
  await pass(100);
  expect(screen.queryByText("The reply has paused. It may still go on.")).toBeNull();
});

it("the text of an answer stands still while it is held, and goes on from there", async () => {
  const arriving = createStore("");
  const Held = ({ isHeld }: { isHeld: boolean }) => (
    <output>{text.useAnswerText("a2", arriving, "", isHeld)}</output>
  );
  const { rerender } = render(<Held isHeld={false} />);
  act(() => arriving.set(words(50)));
  await pass(300);
  const held = shown();
  expect(held.length).toBeGreaterThan(0);
  expect(held.length).toBeLessThan(words(50).length);
  rerender(<Held isHeld />);
  await pass(2_000);
  expect(shown()).toBe(held);
  rerender(<Held isHeld={false} />);
  await pass(2_000);
  expect(shown()).toBe(words(50));
});
