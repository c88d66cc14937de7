import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CountdownStep } from "#features/deletion/countdown-step.tsx";

afterEach(cleanup);

function show(left: number, scheduling = false) {
  const onCancel = vi.fn<() => void>();
  render(<CountdownStep left={left} scheduling={scheduling} onCancel={onCancel} />);
  return { onCancel, cancel: screen.getByRole("button", { name: "Cancel Deletion" }) };
}

describe("the final confirmation", () => {
  test.each([
    [15_000, "15 seconds", 0],
    [14_999, "15 seconds", 0.001],
    [7_500, "8 seconds", 7.5],
    [1_000, "1 second", 14],
    [0, "0 seconds", 15],
  ])("shows %i ms left as %s, and a bar at %d of 15 [deletion.countdown]", (left, text, value) => {
    show(left);
    expect(screen.getByRole("timer").textContent).toBe(text);
    const bar = screen.getByRole<HTMLProgressElement>("progressbar");
    expect([bar.value, bar.max]).toEqual([expect.closeTo(value), 15]);
    expect(screen.queryByText("Scheduling account deletion...")).toBeNull();
  });

  test("can be cancelled while it counts, but not while the deletion is scheduled [deletion.cancel-countdown]", async () => {
    const { cancel, onCancel } = show(3_000);
    await userEvent.click(cancel);
    expect(onCancel).toHaveBeenCalledTimes(1);
    cleanup();

    const scheduling = show(0, true);
    expect(scheduling.cancel).toHaveProperty("disabled", true);
    await userEvent.click(scheduling.cancel);
    expect(scheduling.onCancel).not.toHaveBeenCalled();
    const saying = screen.getByText("Scheduling account deletion...");
    expect(saying.querySelector("svg")?.classList.contains("animate-spin")).toBe(true);
  });
});
