import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ImportError } from "#lib/stale-build.ts";
import { ErrorBoundary } from "../../../../src/app/loading/error-boundary.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a part of the page that fails to render", () => {
  let broken: Error | undefined;
  function Fragile() {
    if (broken) throw broken;
    return <p>whole</p>;
  }

  test("shows an error with 'Try again', which renders it once it no longer fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    broken = new Error("broken");
    render(<ErrorBoundary resetKey="a">{<Fragile />}</ErrorBoundary>);
    expect(screen.getByRole("alert").textContent).toContain("Something went wrong here");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByRole("alert")).toBeTruthy();
    broken = undefined;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByText("whole")).toBeTruthy();
  });

  test("loses its error when something else is shown in its place", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    broken = new Error("broken");
    const { rerender } = render(<ErrorBoundary resetKey="a">{<Fragile />}</ErrorBoundary>);
    rerender(<ErrorBoundary resetKey="b">elsewhere</ErrorBoundary>);
    expect(screen.getByText("elsewhere")).toBeTruthy();
  });

  test("says that it could not be loaded when its script could not be fetched", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    broken = new ImportError("gone");
    render(<ErrorBoundary resetKey="a">{<Fragile />}</ErrorBoundary>);
    expect(screen.getByRole("alert").textContent).toContain("This part could not be loaded");
  });
});
