import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ErrorBoundary } from "../../../src/app/error-boundary.tsx";
import { NotFoundPage } from "../../../src/app/not-found-page.tsx";
import { SettingsPage } from "../../../src/app/settings-page.tsx";
import { ImportError } from "../../../src/app/stale-build.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const at = (path: string, element: React.ReactNode) =>
  render(<MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>);

describe("not found (SPEC 2)", () => {
  test("says so, logs a 404 and leads home", () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    at("/nowhere", <NotFoundPage />);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("404");
    expect(screen.getByText("Oops! Page not found")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Return to Home" }).getAttribute("href")).toBe("/");
    expect(screen.queryByText("Back to Settings")).toBeNull();
    expect(log.mock.calls.flat().join()).toMatch(/404.*\/nowhere/);
  });

  test("under the settings it also leads back to them (DESIGN 3.6)", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    at("/settings/chat", <NotFoundPage />);
    const back = screen.getByRole("button", { name: "Back to Settings" });
    expect(back.getAttribute("href")).toBe("/settings");
  });
});

test("/settings has its five groups and leads to six screens (SPEC 2)", () => {
  at("/settings", <SettingsPage />);
  const groups = screen.getAllByRole("heading", { level: 2 }).map((group) => group.textContent);
  expect(groups).toEqual(["Account", "Chat", "Safety", "Support", "Legal"]);
  const targets = {
    "Account Settings": "/settings/account",
    "Primary Color": "/settings/chat/color",
    "Content Filters": "/settings/safety",
    "Help Center": "/settings/support",
    "Terms of Service": "/terms",
    "Privacy Policy": "/privacy",
  };
  for (const [name, path] of Object.entries(targets)) {
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(path);
  }
  expect(screen.getByText("NSFW and academic content settings")).toBeTruthy();
});

describe("a pane that fails", () => {
  let broken: Error | undefined;
  function Fragile() {
    if (broken) throw broken;
    return <p>whole</p>;
  }

  test("offers to try again, and is whole once it can be", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    broken = new Error("broken");
    at("/", <ErrorBoundary resetKey="a">{<Fragile />}</ErrorBoundary>);
    expect(screen.getByRole("alert").textContent).toContain("Something went wrong here");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByRole("alert")).toBeTruthy();
    broken = undefined;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByText("whole")).toBeTruthy();
  });

  test("is forgotten when something else is shown", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    broken = new Error("broken");
    function Host() {
      const [key, setKey] = useState("a");
      return (
        <>
          <button type="button" onClick={() => setKey("b")}>
            go
          </button>
          <ErrorBoundary resetKey={key}>
            {key === "a" ? <Fragile /> : <p>elsewhere</p>}
          </ErrorBoundary>
        </>
      );
    }
    at("/", <Host />);
    await userEvent.click(screen.getByRole("button", { name: "go" }));
    expect(screen.getByText("elsewhere")).toBeTruthy();
  });

  test("a part that could not be fetched is called that", () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    broken = new ImportError("gone");
    at("/", <ErrorBoundary resetKey="a">{<Fragile />}</ErrorBoundary>);
    expect(screen.getByRole("alert").textContent).toContain("This part could not be loaded");
  });
});
