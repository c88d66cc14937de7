import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
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

/** Shows an answer, and counts how often it is drawn. */
function show(arriving: ReadableStore<string>) {
  let drawn = 0;
  function Growing() {
    drawn += 1;
    const note = text.useStallNote(arriving);
    return (
      <>
        <output>{text.useGrowingText("a1", arriving)}</output>
        <em>{note}</em>
      </>
    );
  }
  render(<Growing />);
  return () => drawn;
}
const shown = () => screen.getByRole("status").textContent;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const words = (count: number) => "word ".repeat(count);

it("the text of an answer grows evenly, and is drawn once for each step however often it arrives", async () => {
  const arriving = createStore(words(1));
  const drawn = show(arriving);
  await pass(100);
  const before = drawn();
  const lengths: number[] = [];
  for (let step = 1; step <= 66; step += 1) {
    act(() => arriving.set(words(1 + step)));
    await pass(20);
    lengths.push(shown().length);
  }
  // 66 arrivals in 1320 ms: about 20 steps of 66 ms.
  expect(drawn() - before).toBeLessThanOrEqual(22);
  expect(drawn() - before).toBeGreaterThanOrEqual(15);
  const steps = lengths.slice(33).map((length, index) => length - (lengths[32 + index] ?? 0));
  expect(Math.max(...steps)).toBeLessThan(60);
  await pass(900);
  expect(shown()).toBe(words(67));
});

it("a reader who asked for less motion gets the text of an answer as it arrives", async () => {
  reader.matches = true;
  const arriving = createStore("");
  show(arriving);
  act(() => arriving.set(words(50)));
  expect(shown()).toBe(words(50));
});

it("a reader is told after ten seconds that an answer has paused, until it goes on", async () => {
  const arriving = createStore(words(1));
  show(arriving);
  await pass(10_000);
  expect(screen.getByText("The reply has paused. It may still go on.")).toBeDefined();
  act(() => arriving.set(words(2)));
  expect(screen.queryByText("The reply has paused. It may still go on.")).toBeNull();
});

it("the text of an answer stands still while it is held, and goes on from there", async () => {
  const arriving = createStore("");
  const Held = ({ isHeld }: { isHeld: boolean }) => (
    <output>{text.useGrowingText("a2", arriving, isHeld)}</output>
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

it("the stored text of an answer goes on from what was shown, although its turn, which ends, takes the text away first", async () => {
  const arriving = createStore("");
  const Growing = () => <output>{text.useGrowingText("a3", arriving)}</output>;
  const Stored = () => <output>{text.useStoredText("a3", words(50))}</output>;
  const { rerender } = render(<Growing />);
  act(() => arriving.set(words(50)));
  await pass(300);
  const before = shown();
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(words(50).length);
  act(() => {
    arriving.set("");
    rerender(<Stored />);
  });
  expect(shown().length).toBeGreaterThanOrEqual(before.length);
  await pass(500);
  expect(shown()).toBe(words(50));
});

it("an answer whose chat was left while it was written is shown whole when the chat is opened again", async () => {
  const arriving = createStore("");
  const Growing = () => <output>{text.useGrowingText("a4", arriving)}</output>;
  const { unmount } = render(<Growing />);
  act(() => arriving.set(words(50)));
  await pass(300);
  unmount();
  await pass(5_000);
  const Stored = () => <output>{text.useStoredText("a4", words(100))}</output>;
  render(<Stored />);
  expect(shown()).toBe(words(100));
});
